/**
 * Time zones offered on screens (rule B159): the most common ones, by IANA name. Any other IANA name is accepted and
 * kept.
 */
export const TIME_ZONES: readonly string[] = (
  'Africa/Abidjan Africa/Accra Africa/Addis_Ababa Africa/Algiers Africa/Cairo Africa/Casablanca ' +
  'Africa/Johannesburg Africa/Lagos Africa/Nairobi Africa/Tunis America/Anchorage America/Argentina/Buenos_Aires ' +
  'America/Asuncion America/Bogota America/Caracas America/Chicago America/Denver America/Guatemala ' +
  'America/Guayaquil America/Halifax America/Jamaica America/La_Paz America/Lima America/Los_Angeles ' +
  'America/Manaus America/Mexico_City America/Monterrey America/Montevideo America/New_York America/Nuuk ' +
  'America/Panama America/Phoenix America/Puerto_Rico America/Regina America/Santiago America/Santo_Domingo ' +
  'America/Sao_Paulo America/St_Johns America/Tijuana America/Toronto America/Vancouver Asia/Almaty Asia/Amman ' +
  'Asia/Baghdad Asia/Baku Asia/Bangkok Asia/Beirut Asia/Colombo Asia/Damascus Asia/Dhaka Asia/Dubai ' +
  'Asia/Ho_Chi_Minh Asia/Hong_Kong Asia/Jakarta Asia/Jerusalem Asia/Kabul Asia/Karachi Asia/Kathmandu ' +
  'Asia/Kolkata Asia/Kuala_Lumpur Asia/Kuwait Asia/Manila Asia/Novosibirsk Asia/Qatar Asia/Riyadh Asia/Seoul ' +
  'Asia/Shanghai Asia/Singapore Asia/Taipei Asia/Tashkent Asia/Tbilisi Asia/Tehran Asia/Tokyo Asia/Vladivostok ' +
  'Asia/Yangon Asia/Yekaterinburg Asia/Yerevan Atlantic/Azores Atlantic/Reykjavik Australia/Adelaide ' +
  'Australia/Brisbane Australia/Hobart Australia/Perth Australia/Sydney Europe/Amsterdam Europe/Athens ' +
  'Europe/Belgrade Europe/Berlin Europe/Brussels Europe/Bucharest Europe/Budapest Europe/Copenhagen ' +
  'Europe/Dublin Europe/Helsinki Europe/Istanbul Europe/Kyiv Europe/Lisbon Europe/London Europe/Madrid ' +
  'Europe/Moscow Europe/Oslo Europe/Paris Europe/Prague Europe/Rome Europe/Sofia Europe/Stockholm Europe/Vienna ' +
  'Europe/Warsaw Europe/Zurich Pacific/Apia Pacific/Auckland Pacific/Fiji Pacific/Guam Pacific/Honolulu UTC'
).split(' ');
