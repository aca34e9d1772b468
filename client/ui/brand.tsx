export function Brand() {
  return (
    <svg
      viewBox="0 0 20 20"
      width="20"
      height="20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      aria-hidden="true"
    >
      <path d="M2.5 13.5h15M4.5 13.5l1.2 4h8.6l1.2-4M10 13.5v-11M10 3l5.5 7.5h-5.5" />
    </svg>
  )
}
