/** A shelf of the shop. Those without a parent are the top level; products stand on the second. */
export interface Category {
  id: string;
  parentId?: string;
  name: string;
}

const TREE = {
  'home-kitchen': [
    'Home & Kitchen',
    {
      mugs: 'Mugs & Drinkware',
      'tea-coffee': 'Tea & Coffee',
      cookware: 'Cookware',
      tableware: 'Tableware',
      'kitchen-storage': 'Kitchen Storage & Tools',
    },
  ],
  'decor-furniture': [
    'Decor & Furniture',
    {
      lighting: 'Candles & Lighting',
      'wall-decor': 'Wall Art & Mirrors',
      clocks: 'Clocks',
      'faux-plants': 'Vases & Faux Plants',
      ornaments: 'Ornaments & Figurines',
      furniture: 'Furniture',
    },
  ],
  'bath-beauty': [
    'Bath, Beauty & Cleaning',
    { makeup: 'Makeup', 'personal-care': 'Personal Care', bath: 'Bath', cleaning: 'Cleaning & Laundry' },
  ],
  clothing: [
    'Clothing',
    {
      tops: 'Tops & Shirts',
      bottoms: 'Pants & Shorts',
      dresses: 'Dresses',
      outerwear: 'Outerwear & Workwear',
      swimwear: 'Swimwear',
      'scarves-socks': 'Scarves, Gloves & Socks',
    },
  ],
  shoes: [
    'Shoes',
    { sneakers: 'Sneakers & Casual', boots: 'Boots', 'heels-flats': 'Heels & Flats', sandals: 'Sandals' },
  ],
  bags: [
    'Bags & Accessories',
    {
      handbags: 'Handbags & Backpacks',
      luggage: 'Luggage & Travel',
      hats: 'Hats',
      eyewear: 'Eyewear & Umbrellas',
      jewelry: 'Jewelry & Watches',
    },
  ],
  electronics: [
    'Electronics',
    {
      audio: 'Audio',
      computer: 'Computer Accessories',
      cameras: 'Cameras & Projectors',
      gaming: 'Gaming',
      'home-tech': 'Home Tech & Power',
    },
  ],
  toys: [
    'Toys & Games',
    {
      plush: 'Plush Toys',
      vehicles: 'Toy Vehicles',
      games: 'Games & Puzzles',
      'classic-toys': 'Classic Toys',
      baby: 'Baby & Toddler',
    },
  ],
  sports: [
    'Sports',
    {
      'team-sports': 'Team Sports',
      'racket-sports': 'Racket & Target Sports',
      water: 'Water Sports',
      winter: 'Winter Sports',
      wheels: 'Bikes, Boards & Skates',
      awards: 'Fitness & Awards',
    },
  ],
  outdoors: [
    'Outdoors & Garden',
    { camping: 'Camping', 'pool-floats': 'Pool & Beach', garden: 'Garden', 'rope-gear': 'Rope & Gear' },
  ],
  tools: ['Tools & Hardware', { 'hand-tools': 'Hand Tools', hardware: 'Hardware & Locks', safety: 'Safety' }],
  office: [
    'Office & Craft',
    {
      notebooks: 'Notebooks & Paper',
      writing: 'Pens & Pencils',
      desk: 'Desk Supplies',
      craft: 'Art & Sewing',
      science: 'Science & Learning',
    },
  ],
  music: [
    'Musical Instruments',
    { strings: 'Guitars & Strings', 'wind-keys': 'Wind & Keys', percussion: 'Percussion' },
  ],
  pets: [
    'Pets',
    { 'dog-toys': 'Dog Toys', 'cat-toys': 'Cat Toys', 'pet-feeding': 'Feeding & Tags', aquarium: 'Aquarium' },
  ],
  party: [
    'Party & Gifts',
    { balloons: 'Balloons & Party Supplies', seasonal: 'Seasonal Decorations', gifts: 'Gifts & Wrapping' },
  ],
} as const;

type Top = keyof typeof TREE;
/** A category of the second level. */
export type CategoryId = { [T in Top]: keyof (typeof TREE)[T][1] }[Top];

let flat: Category[] | undefined;

/** All categories, each top one followed by its children, in the order a shop shows them. */
export function categories(): Category[] {
  flat ??= Object.entries(TREE).flatMap(([id, [name, children]]) => [
    { id, name },
    ...Object.entries(children).map(([childId, childName]) => ({ id: childId, parentId: id, name: childName })),
  ]);
  return flat;
}

let paths: Map<string, string[]> | undefined;

/** Names from the top category down to this one; empty for an id that is not ours. */
export function categoryPath(id: string): string[] {
  paths ??= new Map(
    categories().map(({ id: own, parentId, name }, _, all) => {
      const parent = all.find((one) => one.id === parentId);
      return [own, parent === undefined ? [name] : [parent.name, name]];
    }),
  );
  return [...(paths.get(id) ?? [])];
}
