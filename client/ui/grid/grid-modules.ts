import {
  ClientSideRowModelApiModule,
  ClientSideRowModelModule,
  enableDevValidations,
  ModuleRegistry,
  RowApiModule,
  RowStyleModule,
} from 'ag-grid-community'

/** Every module adds to the bundle of each page with a table. */
ModuleRegistry.registerModules([ClientSideRowModelModule, ClientSideRowModelApiModule, RowApiModule, RowStyleModule])

if (import.meta.env.DEV) enableDevValidations()
