/** The source of products that came from a CSV file: they have no supplier until they are mapped to one. */
export const FILE_SOURCE = 'csv';

/** The source of products that a store had before Quayside: they have no supplier until they are mapped to one. */
export const STORE_SOURCE = 'store';

/** Sources that are no suppliers: nothing is bought there, and nothing says what a product costs. */
export const WITHOUT_SUPPLIER: readonly string[] = [FILE_SOURCE, STORE_SOURCE];
