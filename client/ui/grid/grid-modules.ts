import {
  ClientSideRowModelApiModule,
  ClientSideRowModelModule,
  enableDevValidations,
  ModuleRegistry,
  RowApiModule,
  RowStyleModule,
} from 'ag-grid-community'

/** What the tables use and no more: each module is paid for by everybody who opens a page with a table. */
ModuleRegistry.registerModules([ClientSideRowModelModule, ClientSideRowModelApiModule, RowApiModule, RowStyleModule])

if (import.meta.env.DEV) enableDevValidations()
