/** Kinds of shipment alarms, in the order of the filter. Apart from the calls, so that screens load no schemas. */
export const ALARM_KINDS = [
  'delivery_problem',
  'wrong_country',
  'pickup_ending',
  'claim_ending',
  'no_number',
  'no_scan',
  'no_movement',
] as const;
export type AlarmKind = (typeof ALARM_KINDS)[number];

/**
 * Days after which alarms open, with their defaults; `claim`: before a claim window closes. The first scan is expected
 * within 48 hours.
 */
export const ALARM_DAYS = { no_number: 5, no_scan: 2, no_movement: 7, pickup: 5, claim: 3 } as const;
export type AlarmDays = Record<keyof typeof ALARM_DAYS, number>;
export const MOST_ALARM_DAYS = 90;
