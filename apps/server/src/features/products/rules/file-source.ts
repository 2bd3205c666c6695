/** The source of products that came from a CSV file: they have no supplier until they are mapped to one. */
export const FILE_SOURCE = 'csv';
