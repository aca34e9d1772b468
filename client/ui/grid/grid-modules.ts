import {
  ClientSideRowModelApiModule,
  ClientSideRowModelModule,
  enableDevValidations,
  ModuleRegistry,
  RowStyleModule,
} from 'ag-grid-community'

/** What the tables use and no more: each module is paid for by everybody who opens a page with a table. */
ModuleRegistry.registerModules([ClientSideRowModelModule, ClientSideRowModelApiModule, RowStyleModule])

if (import.meta.env.DEV) enableDevValidations()
