/** One kind of thing that CJ's stand-in sells. Costs in US cents, weights in grams. */
export interface Good {
  name: string;
  /** Code of its picture in @lobehub/fluent-emoji-3d. */
  picture: string;
  /** First, second and third category. */
  category: readonly [string, string, string];
  cost: number;
  grams: number;
  /** Which option lists its variants are made of, see OPTIONS. */
  options: readonly ('Color' | 'Size' | 'Shoe Size' | 'Length' | 'Pack')[];
}

const PETS = ['Pet Supplies', 'Dogs & Cats'] as const;
const HOME = ['Home, Garden & Furniture', 'Home Decor'] as const;
const KITCHEN = ['Home, Garden & Furniture', 'Kitchen & Dining'] as const;
const CLEAN = ['Home, Garden & Furniture', 'Cleaning & Storage'] as const;
const BEAUTY = ['Health, Beauty & Hair', 'Beauty Tools'] as const;
const SPORT = ['Sports & Outdoors', 'Fitness & Games'] as const;
const CAMP = ['Sports & Outdoors', 'Camping & Cycling'] as const;
const TECH = ['Consumer Electronics', 'Accessories & Parts'] as const;
const TOOLS = ['Home Improvement', 'Tools'] as const;
const WEAR = ["Women's Clothing", 'Tops & Sets'] as const;
const BAGS = ['Bags & Shoes', 'Bags & Luggage'] as const;
const SHOES = ['Bags & Shoes', 'Shoes'] as const;
const GEMS = ['Jewelry & Watches', 'Fashion Jewelry'] as const;
const TOYS = ['Toys, Kids & Babies', 'Toys & Hobbies'] as const;
const ART = ['Computer & Office', 'Office & School Supplies'] as const;

type Row = [string, string, readonly [string, string], string, number, number, Good['options']];

/** Name, picture, first and second category, third, cents, grams, options. */
const ROWS: Row[] = [
  ['Baseball Cap', '1f9e2', WEAR, 'Hats & Caps', 320, 90, ['Color']],
  ['Knit Scarf', '1f9e3', WEAR, 'Scarves', 410, 180, ['Color', 'Length']],
  ['Winter Gloves', '1f9e4', WEAR, 'Gloves', 290, 80, ['Color', 'Size']],
  ['Cotton T-Shirt', '1f455', WEAR, 'T-Shirts', 480, 200, ['Color', 'Size']],
  ['Ankle Socks', '1f9e6', WEAR, 'Socks', 150, 50, ['Color', 'Pack']],
  ['Summer Dress', '1f457', WEAR, 'Dresses', 1150, 280, ['Color', 'Size']],
  ['Wool Coat', '1f9e5', WEAR, 'Coats', 2380, 900, ['Color', 'Size']],
  ['Sun Hat', '1f452', WEAR, 'Hats & Caps', 430, 110, ['Color']],
  ['School Backpack', '1f392', BAGS, 'Backpacks', 1290, 650, ['Color']],
  ['Shoulder Bag', '1f45c', BAGS, 'Shoulder Bags', 1180, 520, ['Color']],
  ['Coin Purse', '1f45b', BAGS, 'Wallets', 240, 60, ['Color']],
  ['Cabin Suitcase', '1f9f3', BAGS, 'Luggage', 3650, 2900, ['Color']],
  ['Running Shoes', '1f45f', SHOES, 'Sneakers', 1790, 700, ['Color', 'Shoe Size']],
  ['Leather Shoes', '1f45e', SHOES, 'Loafers', 2140, 820, ['Color', 'Shoe Size']],
  ['Rain Boots', '1f462', SHOES, 'Boots', 1960, 1100, ['Color', 'Shoe Size']],
  ['Beach Sandals', '1fa74', SHOES, 'Sandals', 380, 260, ['Color', 'Shoe Size']],
  ['Hiking Boots', '1f97e', SHOES, 'Boots', 2560, 1300, ['Color', 'Shoe Size']],
  ['Ballet Flats', '1f97f', SHOES, 'Flats', 990, 420, ['Color', 'Shoe Size']],
  ['Sunglasses', '1f576-fe0f', GEMS, 'Sunglasses', 260, 40, ['Color']],
  ['Quartz Watch', '231a', GEMS, 'Watches', 890, 90, ['Color']],
  ['Stone Ring', '1f48d', GEMS, 'Rings', 180, 10, ['Size']],
  ['Folding Umbrella', '1f302', HOME, 'Umbrellas', 540, 380, ['Color']],
  ['Bulb Lamp', '1f4a1', HOME, 'Lighting', 720, 300, ['Color']],
  ['Scented Candle', '1f56f-fe0f', HOME, 'Candles', 360, 320, ['Color']],
  ['Potted Plant', '1fab4', HOME, 'Artificial Plants', 640, 450, ['Size']],
  ['Sofa Cover', '1f6cb-fe0f', HOME, 'Slipcovers', 1680, 1200, ['Color', 'Size']],
  ['Wall Mirror', '1fa9e', HOME, 'Mirrors', 1420, 1600, ['Size']],
  ['Soft Bear', '1f9f8', TOYS, 'Plush Toys', 690, 300, ['Color', 'Size']],
  ['Coffee Mug', '2615', KITCHEN, 'Cups & Mugs', 310, 350, ['Color']],
  ['Cooking Pot', '1f372', KITCHEN, 'Cookware', 1850, 1900, ['Size']],
  ['Chef Knife', '1f52a', KITCHEN, 'Knives', 760, 240, ['Length']],
  ['Cutlery Set', '1f374', KITCHEN, 'Tableware', 580, 310, ['Color', 'Pack']],
  ['Storage Jar', '1fad9', KITCHEN, 'Storage', 390, 420, ['Size', 'Pack']],
  ['Dinner Plate Set', '1f37d-fe0f', KITCHEN, 'Tableware', 1240, 1500, ['Color']],
  ['Teapot', '1fad6', KITCHEN, 'Teaware', 930, 700, ['Color']],
  ['Whisky Glass', '1f943', KITCHEN, 'Glassware', 420, 330, ['Pack']],
  ['Ice Cube Tray', '1f9ca', KITCHEN, 'Ice Makers', 210, 150, ['Color']],
  ['Hand Broom', '1f9f9', CLEAN, 'Brooms', 350, 400, ['Color']],
  ['Laundry Basket', '1f9fa', CLEAN, 'Baskets', 870, 600, ['Color', 'Size']],
  ['Kitchen Sponge', '1f9fd', CLEAN, 'Sponges', 110, 40, ['Pack']],
  ['Soap Dish', '1f9fc', CLEAN, 'Bathroom', 190, 120, ['Color']],
  ['Electric Toothbrush', '1faa5', BEAUTY, 'Oral Care', 840, 140, ['Color']],
  ['Matte Lipstick', '1f484', BEAUTY, 'Makeup', 170, 30, ['Color']],
  ['Hand Lotion', '1f9f4', BEAUTY, 'Skin Care', 280, 220, ['Pack']],
  ['Nail Polish', '1f485', BEAUTY, 'Nails', 140, 40, ['Color']],
  ['Wireless Headphones', '1f3a7', TECH, 'Headphones', 1560, 280, ['Color']],
  ['Mini Camera', '1f4f7', TECH, 'Cameras', 2290, 190, ['Color']],
  ['Power Bank', '1f50b', TECH, 'Chargers', 1120, 250, ['Color']],
  ['Plug Adapter', '1f50c', TECH, 'Chargers', 270, 80, ['Pack']],
  ['Wireless Mouse', '1f5b1-fe0f', TECH, 'Computer Peripherals', 620, 110, ['Color']],
  ['Compact Keyboard', '2328-fe0f', TECH, 'Computer Peripherals', 1380, 540, ['Color']],
  ['Phone Case', '1f4f1', TECH, 'Phone Cases', 160, 40, ['Color']],
  ['Game Joystick', '1f579-fe0f', TECH, 'Game Accessories', 1470, 320, ['Color']],
  ['LED Torch', '1f526', TOOLS, 'Torches', 510, 160, ['Color']],
  ['Claw Hammer', '1f528', TOOLS, 'Hand Tools', 670, 600, ['Length']],
  ['Screwdriver Set', '1fa9b', TOOLS, 'Hand Tools', 590, 450, ['Pack']],
  ['Measuring Ruler', '1f4cf', TOOLS, 'Measuring', 130, 50, ['Length']],
  ['Match Football', '26bd', SPORT, 'Team Sports', 980, 430, ['Color', 'Size']],
  ['Tennis Racket', '1f3be', SPORT, 'Rackets', 1640, 320, ['Color']],
  ['Boxing Gloves', '1f94a', SPORT, 'Boxing', 1350, 700, ['Color', 'Size']],
  ['Flying Kite', '1fa81', SPORT, 'Outdoor Toys', 460, 180, ['Color']],
  ['Family Tent', '26fa', CAMP, 'Tents', 3480, 3200, ['Color', 'Size']],
  ['Pocket Compass', '1f9ed', CAMP, 'Camp Tools', 340, 60, ['Color']],
  ['Fishing Rod', '1f3a3', CAMP, 'Fishing', 1270, 480, ['Length']],
  ['Dog Collar', '1f436', PETS, 'Collars', 250, 70, ['Color', 'Size']],
  ['Cat Toy', '1f431', PETS, 'Pet Toys', 120, 40, ['Color', 'Pack']],
  ['Chew Bone', '1f9b4', PETS, 'Pet Toys', 200, 130, ['Size']],
  ['Toy Guitar', '1f3b8', TOYS, 'Music Toys', 1080, 600, ['Color']],
  ['Toy Drum', '1f941', TOYS, 'Music Toys', 940, 700, ['Color']],
  ['Jigsaw Puzzle', '1f9e9', TOYS, 'Puzzles', 450, 400, ['Size']],
  ['Board Game Dice', '1f3b2', TOYS, 'Board Games', 170, 60, ['Color', 'Pack']],
  ['Wooden Yo-Yo', '1fa80', TOYS, 'Classic Toys', 160, 70, ['Color']],
  ['Painting Set', '1f3a8', ART, 'Art Supplies', 760, 500, ['Pack']],
  ['Ruled Notebook', '1f4d3', ART, 'Notebooks', 210, 200, ['Color', 'Pack']],
  ['Craft Scissors', '2702-fe0f', ART, 'Cutting Supplies', 180, 80, ['Color']],
];

export const GOODS: Good[] = ROWS.map(([name, picture, [first, second], third, cost, grams, options]) => ({
  name,
  picture,
  category: [first, second, third],
  cost,
  grams,
  options,
}));

export const STYLES = ['Classic', 'Minimalist', 'Vintage', 'Premium'] as const;

export const OPTIONS: Record<Good['options'][number], readonly string[]> = {
  Color: ['Black', 'White', 'Navy Blue', 'Red', 'Sage Green', 'Beige'],
  Size: ['S', 'M', 'L', 'XL'],
  'Shoe Size': ['36', '38', '40', '42', '44'],
  Length: ['20cm', '30cm', '50cm'],
  Pack: ['1pc', '3pcs', '6pcs'],
};
