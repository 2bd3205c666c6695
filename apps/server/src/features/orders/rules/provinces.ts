/** Provinces by country: code and name. Source: ISO 3166-2. */
const LISTS: Readonly<Record<string, string>> = {
  US: 'AL=Alabama,AK=Alaska,AZ=Arizona,AR=Arkansas,CA=California,CO=Colorado,CT=Connecticut,DE=Delaware,DC=District of Columbia,FL=Florida,GA=Georgia,HI=Hawaii,ID=Idaho,IL=Illinois,IN=Indiana,IA=Iowa,KS=Kansas,KY=Kentucky,LA=Louisiana,ME=Maine,MD=Maryland,MA=Massachusetts,MI=Michigan,MN=Minnesota,MS=Mississippi,MO=Missouri,MT=Montana,NE=Nebraska,NV=Nevada,NH=New Hampshire,NJ=New Jersey,NM=New Mexico,NY=New York,NC=North Carolina,ND=North Dakota,OH=Ohio,OK=Oklahoma,OR=Oregon,PA=Pennsylvania,RI=Rhode Island,SC=South Carolina,SD=South Dakota,TN=Tennessee,TX=Texas,UT=Utah,VT=Vermont,VA=Virginia,WA=Washington,WV=West Virginia,WI=Wisconsin,WY=Wyoming,AS=American Samoa,GU=Guam,MP=Northern Mariana Islands,PR=Puerto Rico,VI=U.S. Virgin Islands,AA=Armed Forces Americas,AE=Armed Forces Europe,AP=Armed Forces Pacific',
  CA: 'AB=Alberta,BC=British Columbia,MB=Manitoba,NB=New Brunswick,NL=Newfoundland and Labrador,NT=Northwest Territories,NS=Nova Scotia,NU=Nunavut,ON=Ontario,PE=Prince Edward Island,QC=Quebec,SK=Saskatchewan,YT=Yukon',
  AU: 'ACT=Australian Capital Territory,NSW=New South Wales,NT=Northern Territory,QLD=Queensland,SA=South Australia,TAS=Tasmania,VIC=Victoria,WA=Western Australia',
  BR: 'AC=Acre,AL=Alagoas,AP=Amapá,AM=Amazonas,BA=Bahia,CE=Ceará,DF=Distrito Federal,ES=Espírito Santo,GO=Goiás,MA=Maranhão,MT=Mato Grosso,MS=Mato Grosso do Sul,MG=Minas Gerais,PA=Pará,PB=Paraíba,PR=Paraná,PE=Pernambuco,PI=Piauí,RJ=Rio de Janeiro,RN=Rio Grande do Norte,RS=Rio Grande do Sul,RO=Rondônia,RR=Roraima,SC=Santa Catarina,SP=São Paulo,SE=Sergipe,TO=Tocantins',
  MX: 'AGU=Aguascalientes,BCN=Baja California,BCS=Baja California Sur,CAM=Campeche,CHP=Chiapas,CHH=Chihuahua,CMX=Ciudad de México,COA=Coahuila,COL=Colima,DUR=Durango,GUA=Guanajuato,GRO=Guerrero,HID=Hidalgo,JAL=Jalisco,MEX=México,MIC=Michoacán,MOR=Morelos,NAY=Nayarit,NLE=Nuevo León,OAX=Oaxaca,PUE=Puebla,QUE=Querétaro,ROO=Quintana Roo,SLP=San Luis Potosí,SIN=Sinaloa,SON=Sonora,TAB=Tabasco,TAM=Tamaulipas,TLA=Tlaxcala,VER=Veracruz,YUC=Yucatán,ZAC=Zacatecas',
};

export interface Province {
  code: string;
  name: string;
}

const PROVINCES: Readonly<Record<string, readonly Province[]>> = Object.fromEntries(
  Object.entries(LISTS).map(([country, list]) => [
    country,
    list.split(',').map((entry) => {
      const [code = '', name = ''] = entry.split('=');
      return { code, name };
    }),
  ]),
);

/** Without accents, case and punctuation. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();

/** Whether the provinces of a country are known. */
export const hasProvinces = (country: string): boolean => country in PROVINCES;

/** Finds a province by its code or name. */
export const findProvince = (country: string, text: string | undefined): Province | undefined => {
  const wanted = plain(text ?? '');
  if (wanted === '') return undefined;
  return PROVINCES[country]?.find((one) => plain(one.name) === wanted || one.code.toLowerCase() === wanted);
};

/** First three digits of ZIP codes by state. Source: USPS Publication 65, L002. */
const ZIPS =
  'AL 350-369,AK 995-999,AZ 850-865,AR 716-729,CA 900-961,CO 800-816,CT 060-069,DE 197-199,DC 200-200,DC 202-205,FL 320-339,FL 341-349,GA 300-319,GA 398-399,HI 967-968,ID 832-838,IL 600-629,IN 460-479,IA 500-528,KS 660-679,KY 400-427,LA 700-714,ME 039-049,MD 206-219,MA 010-027,MI 480-499,MN 550-567,MS 386-397,MO 630-658,MT 590-599,NE 680-693,NV 889-898,NH 030-038,NJ 070-089,NM 870-884,NY 100-149,NC 270-289,ND 580-588,OH 430-459,OK 730-732,OK 734-749,OR 970-979,PA 150-196,PR 006-007,PR 009-009,RI 028-029,SC 290-299,SD 570-577,TN 370-385,TX 733-733,TX 750-799,TX 885-885,UT 840-847,VT 050-059,VA 201-201,VA 220-246,VI 008-008,WA 980-994,WV 247-268,WI 530-549,WY 820-831';
const ZIP_RANGES = ZIPS.split(',').map((entry) => {
  const [code = '', from = 0, to = 0] = [entry.slice(0, 2), Number(entry.slice(3, 6)), Number(entry.slice(7))];
  return { code, from, to };
});
/** First letters of postal codes by province; X is shared by two territories. Source: Canada Post. */
const CANADA: Readonly<Record<string, string>> = {
  A: 'NL',
  B: 'NS',
  C: 'PE',
  E: 'NB',
  G: 'QC',
  H: 'QC',
  J: 'QC',
  K: 'ON',
  L: 'ON',
  M: 'ON',
  N: 'ON',
  P: 'ON',
  R: 'MB',
  S: 'SK',
  T: 'AB',
  V: 'BC',
  Y: 'YT',
};

/** The province of a postal code, where it follows from it without doubt. */
export function provinceOfPostalCode(country: string, postalCode: string | undefined): Province | undefined {
  const code = (postalCode ?? '').trim().toUpperCase();
  if (country === 'US' && /^\d{5}/.test(code)) {
    const prefix = Number(code.slice(0, 3));
    return findProvince('US', ZIP_RANGES.find(({ from, to }) => prefix >= from && prefix <= to)?.code);
  }
  return country === 'CA' ? findProvince('CA', CANADA[code[0] ?? '']) : undefined;
}
