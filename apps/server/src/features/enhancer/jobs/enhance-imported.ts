import { importedJob } from '../imported.ts';

/** Starts enhancements of imported products. */
export const enhanceImportedJob = importedJob('enhance-imported');
