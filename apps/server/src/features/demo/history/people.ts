/** Invented shoppers: first name, last name, street, city, state, postal code, country, phone. */
const PEOPLE = `
Maya|Brooks|214 Alder Street|Portland|OR|97204|US|+1 503 555 0114
Noah|Reed|1402 Birch Lane|Austin|TX|78701|US|+1 512 555 0142
Ava|Nguyen|77 Harbor View Road|Seattle|WA|98101|US|+1 206 555 0177
Ethan|Cole|930 Prospect Avenue|Denver|CO|80203|US|+1 303 555 0193
Sofia|Ramirez|51 Camino Real|Santa Fe|NM|87501|US|+1 505 555 0151
Liam|Foster|8 Chestnut Court|Boston|MA|02108|US|+1 617 555 0108
Grace|Kim|2270 Sunset Drive|Los Angeles|CA|90026|US|+1 213 555 0122
Owen|Hayes|415 Lakeshore Drive|Chicago|IL|60611|US|+1 312 555 0141
Isla|Turner|63 Magnolia Street|Savannah|GA|31401|US|+1 912 555 0163
Lucas|Bennett|19 Elm Ridge|Burlington|VT|05401|US|+1 802 555 0119
Zoe|Patel|708 Pine Street|San Francisco|CA|94108|US|+1 415 555 0170
Henry|Walsh|3301 Oak Park Avenue|Minneapolis|MN|55408|US|+1 612 555 0133
Nora|Ellis|86 Riverside Terrace|Nashville|TN|37203|US|+1 615 555 0186
Caleb|Morris|540 Canyon Road|Phoenix|AZ|85004|US|+1 602 555 0154
Lily|Price|127 Orchard Street|New York|NY|10002|US|+1 212 555 0127
Julian|Ward|42 Bayfront Place|Miami|FL|33132|US|+1 305 555 0142
Emma|Clarke|88 Queen Street West|Toronto|ON|M5H 2N2|CA|+1 416 555 0188
Mathieu|Gagnon|1450 Rue Saint-Denis|Montreal|QC|H2X 3J8|CA|+1 514 555 0145
Jonas|Weber|Lindenallee 8|Berlin||10115|DE|+49 30 55501108
Hannah|Fischer|Gartenstraße 21|Hamburg||20095|DE|+49 40 55501121
Felix|Krause|Marktplatz 3|Leipzig||04109|DE|+49 341 5550103
Chloe|Martin|12 Rue des Halles|Paris||75001|FR|+33 1 55 50 01 12
Louis|Bernard|5 Quai Rambaud|Lyon||69002|FR|+33 4 55 50 01 05
Oliver|Hart|5 Canal Wharf|Leeds||LS1 4AE|GB|+44 113 555 0105
Amelia|Shaw|31 Clifton Hill|Bristol||BS8 1BN|GB|+44 117 555 0131
Harry|Collins|9 Grove Road|London||E3 4PE|GB|+44 20 5550 0109
Sanne|de Vries|Prinsengracht 220|Amsterdam||1016 HD|NL|+31 20 555 0220
Giulia|Conti|Via Garibaldi 14|Torino|TO|10122|IT|+39 011 555 0114
Pablo|Serrano|Calle Mayor 27|Madrid|M|28013|ES|+34 91 555 0127
Ingrid|Larsen|Storgata 6|Oslo||0155|NO|+47 55 50 01 06
Mia|Thompson|18 Bondi Road|Sydney|NSW|2026|AU|+61 2 5550 0118
`;

export interface Shopper {
  firstName: string;
  lastName: string;
  address1: string;
  city: string;
  province?: string;
  postalCode: string;
  countryCode: string;
  phone: string;
  email: string;
}

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase();

export const SHOPPERS: readonly Shopper[] = PEOPLE.trim()
  .split('\n')
  .map((line) => {
    const [
      firstName = '',
      lastName = '',
      address1 = '',
      city = '',
      province,
      postalCode = '',
      countryCode = '',
      phone = '',
    ] = line.split('|');
    return {
      firstName,
      lastName,
      address1,
      city,
      ...(province ? { province } : {}),
      postalCode,
      countryCode,
      phone,
      email: `${plain(firstName)}.${plain(lastName)}@example.com`,
    };
  });

/** Who buys at the suppliers beside the owner. */
export const BUYER = { firstName: 'Sam', lastName: 'Rivera', email: 'sam.rivera@quayside.test' } as const;
