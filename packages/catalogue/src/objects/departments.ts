/** What kinds of goods of one department share: each shelf spreads one of these and says what differs. */

export const carry = {
  palette: 'leather',
  points: [
    'Strong, smooth zippers',
    'Pockets where you need them',
    'Reinforced seams',
    'Comfortable to carry full',
    'Wipes clean',
  ],
  tags: ['bags', 'accessories', 'fashion'],
  props: [],
} as const;

export const bath = {
  palette: 'home',
  styles: ['Everyday', 'Soft', 'Modern', 'Spa-Style', 'Eco-Friendly', 'Minimalist'],
  extras: ['for Sensitive Skin', 'for Home and Travel', 'with Gift Box'],
  points: ['Gentle on skin', 'Simple packaging without plastic film', 'Made for daily use', 'Easy to rinse clean'],
  tags: ['bath', 'self care'],
  props: [],
} as const;

export const wear = {
  palette: 'fashion',
  points: [
    'True to size',
    'Flat seams that do not rub',
    'Color stays after washing',
    'Soft from the first wear',
    'Reinforced at the stress points',
  ],
  facts: [
    ['Fit', 'Regular'],
    ['Season', 'All Season'],
  ],
  extras: ['for Women', 'for Men', 'for Everyday'],
  props: [],
  options: ['apparel'],
} as const;

export const tech = {
  palette: 'tech',
  extras: ['for Home and Office', 'for Travel', 'with Carry Case'],
  points: [
    'Works out of the box',
    'USB-C cable included',
    'Clear manual in English',
    'One-year warranty',
    'Compact and light',
  ],
  tags: ['electronics', 'gadgets'],
  props: [],
  materials: ['ABS', 'Recycled Plastic', 'Aluminum'],
} as const;

export const cups = {
  styles: ['Minimalist', 'Speckled', 'Nordic', 'Hand-Glazed', 'Modern', 'Farmhouse', 'Everyday', 'Two-Tone'],
  extras: ['with Gift Box', 'for Home and Office', 'with Comfort Handle', 'for Slow Mornings'],
  points: [
    'Comfortable handle that stays cool',
    'Stackable in a cupboard',
    'Smooth rim for easy sipping',
    'Glaze free of lead and cadmium',
    'Fits most coffee makers',
  ],
  facts: [
    ['Microwave Safe', 'Yes'],
    ['Dishwasher Safe', 'Yes'],
    ['Surface', 'Glazed'],
  ],
  tags: ['kitchen', 'drinkware', 'gift'],
} as const;

export const music = {
  styles: ['Beginner', 'Student', 'Concert', 'Classic', 'Travel'],
  extras: ['with Carry Bag', 'for Beginners', 'for Kids and Adults'],
  points: ['Set up and ready to play', 'Stays in tune', 'Bag included', 'Finger chart included'],
  tags: ['music', 'instrument'],
  props: [],
} as const;

export const pet = {
  palette: 'play',
  styles: ['Durable', 'Squeaky', 'Interactive', 'Washable', 'Soft'],
  extras: ['for Small Pets', 'for Indoor Play', 'with Gift Tag'],
  points: ['Made from pet-safe material', 'Tough seams', 'Easy to wash', 'Tested by real chewers'],
  facts: [['Pet Safe', 'Yes']],
  tags: ['pets', 'pet supplies'],
  props: [],
} as const;

export const party = {
  palette: 'party',
  styles: ['Festive', 'Colorful', 'Classic', 'Shiny', 'Jumbo'],
  extras: ['for Birthdays', 'for Weddings', 'for Baby Showers', 'for Graduations'],
  points: ['Easy to set up', 'Photographs well', 'Sorted and counted', 'Good for indoor and outdoor parties'],
  facts: [['Occasion', 'Any']],
  tags: ['party', 'celebration', 'decorations'],
  props: [],
} as const;

export const desk = {
  palette: 'paper',
  styles: ['Classic', 'Minimalist', 'Everyday', 'Premium', 'Pastel'],
  extras: ['for School', 'for Office', 'with Gift Box'],
  points: ['Made for daily use', 'Simple, clean design', 'Good gift for students', 'Recyclable packaging'],
  tags: ['office', 'stationery', 'school'],
  props: [],
} as const;

export const outside = {
  palette: 'outdoor',
  styles: ['Lightweight', 'Waterproof', 'Heavy-Duty', 'Compact', 'All-Season'],
  extras: ['for Camping', 'for Hiking', 'with Carry Bag'],
  points: ['Stands up to weather', 'Packs down small', 'Easy to set up', 'Reinforced where it wears'],
  tags: ['outdoors', 'camping', 'garden'],
  props: [],
} as const;

export const tool = {
  palette: 'tool',
  styles: ['Heavy-Duty', 'Forged', 'Compact', 'Professional', 'Non-Slip'],
  extras: ['for Home and Garage', 'with Soft Grip', 'for DIY'],
  points: ['Comfortable grip', 'Hardened where it matters', 'Hanging hole', 'Made for daily use', 'Resists rust'],
  facts: [['Grade', 'Household and Workshop']],
  tags: ['tools', 'diy', 'hardware'],
  props: [],
} as const;

export const shoe = {
  palette: 'leather',
  points: ['Cushioned insole', 'Non-slip outsole', 'Room in the toes', 'Light on the foot', 'True to size'],
  facts: [
    ['Closure', 'Slip-On'],
    ['Outsole', 'Rubber'],
  ],
  tags: ['shoes', 'footwear', 'fashion'],
  props: [],
  options: ['shoesWomen'],
} as const;

export const sport = {
  palette: 'sport',
  styles: ['Training', 'Match', 'All-Weather', 'Beginner', 'Pro-Style'],
  extras: ['for Adults', 'for Kids', 'with Carry Bag', 'for Training'],
  points: [
    'Built for daily training',
    'Sure grip',
    'Keeps its shape',
    'Easy to carry',
    'Good for beginners and club players',
  ],
  tags: ['sports', 'fitness', 'outdoor'],
  props: [],
} as const;

export const toy = {
  palette: 'play',
  extras: ['for Kids', 'for Ages 3+', 'with Gift Box', 'for Birthdays'],
  points: [
    'Rounded edges',
    'Non-toxic paint',
    'Sturdy enough for daily play',
    'No batteries needed',
    'Packed ready to give',
  ],
  facts: [
    ['Age', '3+'],
    ['Tested To', 'ASTM F963'],
  ],
  tags: ['toys', 'gift for kids', 'play'],
  props: [],
} as const;
