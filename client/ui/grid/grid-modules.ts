import {
  ClientSideRowModelApiModule,
  ClientSideRowModelModule,
  enableDevValidations,
  HighlightChangesModule,
  ModuleRegistry,
  RowApiModule,
  RowStyleModule,
  ScrollApiModule,
} from 'ag-grid-community'

/** What the tables use and no more: each module is paid for by everybody who opens a page with a table. */
ModuleRegistry.registerModules([
  ClientSideRowModelModule,
  ClientSideRowModelApiModule,
  HighlightChangesModule,
  RowApiModule,
  RowStyleModule,
  ScrollApiModule,
])

if (import.meta.env.DEV) enableDevValidations()
