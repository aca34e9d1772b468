import { createTheme } from 'ag-grid-community'

/** The console's tables on AG Grid: sizes and colours come from the tokens, so that both themes need nothing more. */
export const gridTheme = createTheme().withParams({
  spacing: '0.25rem',
  fontFamily: 'var(--font)',
  fontSize: 'var(--fs-sec)',
  headerFontSize: 'var(--fs-cap)',
  headerFontWeight: 500,
  headerTextColor: 'var(--text-3)',
  textColor: 'var(--text)',
  backgroundColor: 'var(--bg)',
  foregroundColor: 'var(--text)',
  headerBackgroundColor: 'var(--bg)',
  oddRowBackgroundColor: 'var(--bg)',
  rowHoverColor: 'var(--hover)',
  selectedRowBackgroundColor: 'var(--selected)',
  cellHorizontalPadding: '0.375rem',
  rowBorder: { color: 'var(--line)', width: 1 },
  headerRowBorder: { color: 'var(--line-strong)', width: 1 },
  columnBorder: false,
  headerColumnBorder: false,
  wrapperBorder: false,
  wrapperBorderRadius: 0,
  borderRadius: 0,
  accentColor: 'var(--primary)',
})
