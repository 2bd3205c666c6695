import { loadTexts } from '../../../i18n/index.ts';

/** Loads the code of a bulk action together with its texts. */
export const bulkChunk = <T>(load: () => Promise<T>): Promise<T> =>
  Promise.all([load(), loadTexts(['bulkPush'])]).then(([loaded]) => loaded);
