/** Countries with the states that WooCommerce knows by code; the others take any text. A part of its list. */
const STATES: Record<string, { name: string; states: string }> = {
  US: {
    name: 'United States (US)',
    states:
      'AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|DC District of Columbia|FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming',
  },
  CA: {
    name: 'Canada',
    states:
      'AB Alberta|BC British Columbia|MB Manitoba|NB New Brunswick|NL Newfoundland and Labrador|NT Northwest Territories|NS Nova Scotia|NU Nunavut|ON Ontario|PE Prince Edward Island|QC Quebec|SK Saskatchewan|YT Yukon Territory',
  },
  AU: {
    name: 'Australia',
    states:
      'ACT Australian Capital Territory|NSW New South Wales|NT Northern Territory|QLD Queensland|SA South Australia|TAS Tasmania|VIC Victoria|WA Western Australia',
  },
};

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** A country with its states, by code in any case; undefined: no such country. */
export function country(
  code: string,
): { code: string; name: string; states: { code: string; name: string }[] } | undefined {
  const upper = code.toUpperCase();
  const known = STATES[upper];
  const name = known?.name ?? (/^[A-Z]{2}$/.test(upper) ? names.of(upper) : undefined);
  if (!name) return undefined;
  const states = (known?.states ?? '').split('|').flatMap((entry) => {
    const [state, ...words] = entry.split(' ');
    return state ? [{ code: state, name: words.join(' ') }] : [];
  });
  return { code: upper, name, states };
}
