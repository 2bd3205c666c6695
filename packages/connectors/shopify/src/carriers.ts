/**
 * Carriers whose tracking pages Shopify knows, as it writes them (it asks for exactly this writing).
 * Source: the Admin schema of 2026-10, FulfillmentTrackingInfo; those that suppliers of ours use.
 */
const KNOWN = [
  '4PX',
  'Amazon',
  'Anjun Logistics',
  'Asendia USA',
  'Australia Post',
  'Canada Post',
  'China Post',
  'Chronopost',
  'Colissimo',
  'Correios',
  'Correos',
  'Deutsche Post',
  'DHL eCommerce',
  'DHL eCommerce Asia',
  'DHL Express',
  'DPD',
  'DPD UK',
  'Evri',
  'FedEx',
  'GLS',
  'Lasership',
  'Mondial Relay',
  'New Zealand Post',
  'OnTrac',
  'Packeta',
  'PostNL',
  'Poste Italiane',
  'Purolator',
  'Royal Mail',
  'Sendle',
  'SF Express',
  'Singapore Post',
  'StarTrack',
  'Swiss Post',
  'TNT',
  'UPS',
  'USPS',
  'WanbExpress',
  'Yamato (EN)',
  'YunExpress',
];

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
const BY_PLAIN = new Map(KNOWN.map((name) => [plain(name), name]));

/** A carrier's name as Shopify writes it; one it does not know stays as it is. */
export const carrierName = (name: string): string => BY_PLAIN.get(plain(name)) ?? name;
