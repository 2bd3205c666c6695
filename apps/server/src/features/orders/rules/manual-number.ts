/** Ids of orders that no store has; stores' own are numbers or addresses. */
const PREFIX = 'quayside:';

/** The number as it is compared: case, spaces around it and a number sign don't tell two orders apart. */
export const plainNumber = (number: string): string => number.trim().replace(/^#/, '').normalize('NFKC').toLowerCase();

export const externalIdOf = (number: string): string => `${PREFIX}${plainNumber(number)}`;

export const nameOf = (number: string): string => (number.trim().startsWith('#') ? number.trim() : `#${number.trim()}`);
