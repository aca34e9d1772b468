/** `Link: <https://…?page=2>; rel="next"` */
export const findLinkedPage = (header: string | undefined): string | undefined =>
  /<([^>]*)>\s*(?:;[^,]*?)?;\s*rel="?next"?(?:\s*[;,]|\s*$)/i.exec(header ?? '')?.[1]
