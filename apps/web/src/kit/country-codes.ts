import { REGIONS } from '@quayside/kernel/regions.ts';

/** Names come from the browser, in every language. */
export { COUNTRY_CODES } from '@quayside/kernel/countries.ts';

/** Common shipping destinations. */
export const USUAL_COUNTRIES: ReadonlySet<string> = new Set(REGIONS.map(({ code }) => code));
