/**
 * Common destination countries as `code:number:calling code`; others are found by search. Sources: ISO 3166-1 (alpha-2
 * and numeric), ITU-T E.164.
 */
const TABLE = (
  'AE:784:971 AL:8:355 AR:32:54 AT:40:43 AU:36:61 AZ:31:994 BA:70:387 BD:50:880 BE:56:32 BG:100:359 BH:48:973 BR:76:55 ' +
  'CA:124:1 CH:756:41 CL:152:56 CO:170:57 CR:188:506 CY:196:357 CZ:203:420 DE:276:49 DK:208:45 DO:214:1 DZ:12:213 ' +
  'EC:218:593 EE:233:372 EG:818:20 ES:724:34 FI:246:358 FR:250:33 GB:826:44 GE:268:995 GR:300:30 GT:320:502 HK:344:852 ' +
  'HR:191:385 HU:348:36 ID:360:62 IE:372:353 IL:376:972 IN:356:91 IS:352:354 IT:380:39 JO:400:962 JP:392:81 KE:404:254 ' +
  'KR:410:82 KW:414:965 KZ:398:7 LI:438:423 LK:144:94 LT:440:370 LU:442:352 LV:428:371 MA:504:212 MD:498:373 ME:499:382 ' +
  'MK:807:389 MT:470:356 MU:480:230 MX:484:52 MY:458:60 NG:566:234 NL:528:31 NO:578:47 NZ:554:64 OM:512:968 PA:591:507 ' +
  'PE:604:51 PH:608:63 PK:586:92 PL:616:48 PT:620:351 PY:600:595 QA:634:974 RO:642:40 RS:688:381 SA:682:966 SE:752:46 ' +
  'SG:702:65 SI:705:386 SK:703:421 TH:764:66 TN:788:216 TR:792:90 UA:804:380 US:840:1 UY:858:598 VN:704:84 ZA:710:27'
).split(' ');

/** Countries under the GDPR, or its equivalent in the United Kingdom or Switzerland. */
const EU = new Set(
  'AT BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' '),
);

export interface Region {
  /** ISO 3166-1 numeric. */
  id: number;
  /** ISO 3166-1 alpha-2. */
  code: string;
  /** Calling code without a plus. */
  phoneCode: string;
  /** Data protection rules for people there. */
  dataRegion: 'eu' | 'us';
}

/** About 90 countries by code. Rule B170. */
export const REGIONS: readonly Region[] = TABLE.map((entry) => {
  const [code = '', id, phoneCode = ''] = entry.split(':');
  return { id: Number(id), code, phoneCode, dataRegion: EU.has(code) ? 'eu' : 'us' };
});
