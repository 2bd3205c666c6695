/** How the last digit or letter of a number follows from the others. */
export type Checksum =
  | { kind: 'mod10'; even: number; odd: number }
  | { kind: 'weights'; weights: readonly number[] }
  | { kind: 'mod7' | 'mod37' | 'luhn' | 's10' };

export interface CarrierPattern {
  id: string;
  carrier: string;
  /** Matched against the number in upper case without spaces. Groups: `serial`, and `check` with a checksum. */
  form: RegExp;
  checksum?: Checksum;
  /** Put before a serial without it, for the checksum. */
  prefix?: string;
  /** Numbers of other carriers have this form too, so a match alone proves nothing. */
  vague?: true;
}

/**
 * Number formats by carrier, from github.com/jkeen/tracking_number_data (MIT, docs/decisions/0063). The last four are
 * ours, from numbers on public tracking pages.
 */
export const PATTERNS: readonly CarrierPattern[] = [
  { id: 'amazon_logistics', carrier: 'Amazon', form: /^TB[ACM](?<serial>\d{12})$/ },
  { id: 'amazon_international', carrier: 'Amazon', form: /^[AFC](?<serial>\d{10})$/, vague: true },
  {
    id: 'canada_post',
    carrier: 'Canada Post',
    form: /^(?<serial>\d{15})(?<check>\d)$/,
    checksum: { kind: 'mod10', even: 3, odd: 1 },
  },
  { id: 'canpar_22', carrier: 'Canpar', form: /^(?<serial>[CDKLSUXZ]\d{21})$/, vague: true },
  { id: 'dhl_express', carrier: 'DHL Express', form: /^(?<serial>\d{9,10})(?<check>\d)$/, checksum: { kind: 'mod7' } },
  { id: 'dhl_express_piece_id', carrier: 'DHL Express', form: /^J[A-Z]{2,3}(?<serial>\d{9,10})$/ },
  {
    id: 'dhl_ecommerce',
    carrier: 'DHL eCommerce',
    form: /^(?:GM|LX|RX|UV|CN|SG|TH|IN|HK|MY)(?=\d)(?<serial>[0-9A-Z]{10,39})$/,
    vague: true,
  },
  { id: 'dhl_ecommerce_14', carrier: 'DHL eCommerce', form: /^(?<serial>\d{14})$/, vague: true },
  { id: 'dpd', carrier: 'DPD', form: /^(?<serial>\d{27})(?<check>[0-9A-Z])$/, checksum: { kind: 'mod37' } },
  { id: 'dpd_14', carrier: 'DPD', form: /^(?<serial>\d{14})(?<check>[0-9A-Z])$/, checksum: { kind: 'mod37' } },
  {
    id: 'fedex_12',
    carrier: 'FedEx',
    form: /^(?<serial>\d{11})(?<check>\d)$/,
    checksum: { kind: 'weights', weights: [3, 1, 7, 3, 1, 7, 3, 1, 7, 3, 1] },
  },
  {
    id: 'fedex_34',
    carrier: 'FedEx',
    form: /^[0-8]\d{19}(?<serial>\d{13})(?<check>\d)$/,
    checksum: { kind: 'weights', weights: [1, 7, 3, 1, 7, 3, 1, 7, 3, 1, 7, 3, 1] },
  },
  {
    id: 'fedex_astra_32',
    carrier: 'FedEx',
    form: /^3\d{15}(?<serial>\d{11})(?<check>\d)\d{4}$/,
    checksum: { kind: 'weights', weights: [3, 1, 7, 3, 1, 7, 3, 1, 7, 3, 1] },
  },
  {
    id: 'fedex_ground',
    carrier: 'FedEx',
    form: /^(?<serial>\d{14})(?<check>\d)$/,
    checksum: { kind: 'mod10', even: 1, odd: 3 },
  },
  {
    id: 'fedex_ground_sscc_18',
    carrier: 'FedEx',
    form: /^\d{2}(?<serial>\d{15})(?<check>\d)$/,
    checksum: { kind: 'mod10', even: 3, odd: 1 },
  },
  {
    id: 'fedex_ground_96',
    carrier: 'FedEx',
    form: /^96\d{5}(?<serial>\d{14})(?<check>\d)$/,
    checksum: { kind: 'mod10', even: 1, odd: 3 },
  },
  {
    id: 'fedex_ground_gsn',
    carrier: 'FedEx',
    form: /^96\d{18}(?<serial>\d{13})(?<check>\d)$/,
    checksum: { kind: 'weights', weights: [1, 7, 3, 1, 7, 3, 1, 7, 3, 1, 7, 3, 1] },
  },
  { id: 'gofo_us', carrier: 'GOFO Express', form: /^GFUS(?<serial>\d{14})$/ },
  { id: 'landmark_global', carrier: 'Landmark Global', form: /^LTN(?<serial>\d{8})N1$/ },
  { id: 'lasership_lx', carrier: 'LaserShip', form: /^L[AIEHNX][1-3](?<serial>\d{7})$/ },
  { id: 'lasership_1ls7', carrier: 'LaserShip', form: /^1LS7[12]\d{4}(?<serial>\d{6})$/ },
  { id: 'lasership_1ls7_18', carrier: 'LaserShip', form: /^1LS7[12]\d{2}01[1234](?<serial>\d{6})-1$/ },
  { id: 'lasership_1lscx', carrier: 'LaserShip', form: /^1LSCX(?<serial>[0-9A-Z]{10})$/ },
  {
    id: 'old_dominion',
    carrier: 'Old Dominion',
    form: /^(?<serial>(77[78]|072|780)\d{7})(?<check>\d)$/,
    checksum: { kind: 'luhn' },
  },
  {
    id: 'old_dominion_guaranteed_shipment',
    carrier: 'Old Dominion',
    form: /^(?<serial>80\d{8})(?<check>\d)$/,
    checksum: { kind: 'luhn' },
  },
  {
    id: 'ontrac_c',
    carrier: 'OnTrac',
    form: /^C(?<serial>\d{13})(?<check>\d)$/,
    checksum: { kind: 'mod10', even: 1, odd: 2 },
    prefix: '4',
  },
  {
    id: 'ontrac_d',
    carrier: 'OnTrac',
    form: /^D(?<serial>\d{13})(?<check>\d)$/,
    checksum: { kind: 'mod10', even: 1, odd: 2 },
    prefix: '5',
  },
  {
    id: 'purolator_numeric',
    carrier: 'Purolator',
    form: /^(?<serial>[0-5]\d{10})(?<check>\d)$/,
    checksum: { kind: 'luhn' },
  },
  { id: 'purolator_alpha', carrier: 'Purolator', form: /^(?<serial>[A-Z]{3}\d{9})$/, vague: true },
  { id: 'speedee', carrier: 'Spee-Dee', form: /^SP(?<serial>\d{18})$/ },
  {
    id: 'ups',
    carrier: 'UPS',
    form: /^1Z(?<serial>[A-Z0-9]{15})(?<check>\d)$/,
    checksum: { kind: 'mod10', even: 1, odd: 2 },
  },
  {
    id: 'ups_waybill',
    carrier: 'UPS',
    form: /^[AHJKTV](?<serial>\d{9})(?<check>\d)$/,
    checksum: { kind: 'mod10', even: 1, odd: 2 },
  },
  {
    id: 'usps_20',
    carrier: 'USPS',
    form: /^(?<serial>\d{19})(?<check>\d)$/,
    checksum: { kind: 'mod10', even: 3, odd: 1 },
  },
  {
    id: 'usps_impb_n',
    carrier: 'USPS',
    form: /^(420(?:\d{5}(?=\d{22}(?!\d)|\d{26}(?!\d)))(?:\d{4}(?=\d{22}(?!\d)))?)?(?<serial>94\d{3}(?=9\d{8}(\d{15}|\d{11}|\d{7})\d(?!\d)|[0-8]\d{5}(\d{14}|\d{10})\d(?!\d))(?:9\d{8}|[0-8]\d{5})(?:\d{15}|\d{14}|\d{11}|\d{10}|\d{7}))(?<check>\d)$/,
    checksum: { kind: 'mod10', even: 3, odd: 1 },
  },
  {
    id: 'usps_legacy',
    carrier: 'USPS',
    form: /^(?:420\d{5}(?:\d{4})?)?(?<serial>(?:91)?\d{19})(?<check>\d)$/,
    checksum: { kind: 'mod10', even: 3, odd: 1 },
    prefix: '91',
  },
  {
    id: 'usps_impb_c',
    carrier: 'USPS',
    form: /^(?:420\d{5}(?:\d{4}(?=\d{22}(?!\d)))?)?(?<serial>(?:92(?=\d{3}9)|93(?=\d{3}[0-8])|95)\d{3}(?=9\d{8}(\d{11}|\d{7})\d(?!\d)|[0-8]\d{5}(\d{14}|\d{10})\d(?!\d))(?:9\d{8}|[0-8]\d{5})(?:\d{14}|\d{11}|\d{10}|\d{7}))(?<check>\d)$/,
    checksum: { kind: 'mod10', even: 3, odd: 1 },
  },
  { id: 'yodel', carrier: 'Yodel', form: /^JJ?D(?<serial>\d{16})$/ },
  { id: 'yunexpress', carrier: 'YunExpress', form: /^YT(?<serial>\d{16})$/ },
  { id: 'cainiao', carrier: 'Cainiao', form: /^(?:LP|CNG)(?<serial>\d{14})$/ },
  { id: '4px', carrier: '4PX', form: /^4PX(?<serial>\d{13})CN$/ },
  { id: 'yanwen', carrier: 'Yanwen', form: /^[A-Z]{2}(?<serial>\d{9})YP$/ },
  { id: 'sf_express', carrier: 'SF Express', form: /^SF(?<serial>\d{13})$/ },
];

/** Tracking pages by carrier; %s is the number. */
export const TRACKING_PAGES: Readonly<Record<string, string>> = {
  'Canada Post': 'https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor=%s',
  Canpar: 'https://www.canpar.com/en/track/tracking.jsp?reference=%s&locale=en',
  'DHL Express': 'https://www.dhl.com/en/express/tracking.html?brand=DHL&AWB=%s',
  'DHL eCommerce': 'https://www.dhl.com/en/express/tracking.html?brand=DHL&AWB=%s',
  DPD: 'https://www.dpdgroup.com/nl/mydpd/my-parcels/track?lang=en&parcelNumber=%s',
  FedEx: 'https://www.fedex.com/apps/fedextrack/?tracknumbers=%s',
  'GOFO Express': 'https://www.gofoexpress.com/tracking.html?searchID=%s',
  'Landmark Global': 'https://track.landmarkglobal.com/?search=%s',
  'Old Dominion': 'https://www.odfl.com/us/en/tools/trace-track-ltl-freight/trace.html?proNumbers=%s',
  OnTrac: 'https://www.ontrac.com/tracking/?number=%s',
  Purolator: 'https://www.purolator.com/en/shipping/tracker?searchValue=%s',
  'Spee-Dee': 'https://www.speedeedelivery.com/track/?tracking=%s',
  UPS: 'https://wwwapps.ups.com/WebTracking/track?track=yes&trackNums=%s',
  USPS: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=%s',
  Yodel: 'https://www.yodel.co.uk/tracking/%s',
  YunExpress: 'https://www.yuntrack.com/parcelTracking?id=%s',
};
