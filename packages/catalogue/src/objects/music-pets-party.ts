import { shelf } from '../object-spec.ts';

const music = {
  styles: ['Beginner', 'Student', 'Concert', 'Classic', 'Travel'],
  extras: ['with Carry Bag', 'for Beginners', 'for Kids and Adults'],
  points: ['Set up and ready to play', 'Stays in tune', 'Bag included', 'Finger chart included'],
  tags: ['music', 'instrument'],
  props: [],
} as const;

export const MUSIC = [
  ...shelf(
    {
      ...music,
      category: 'strings',
      materials: ['Maple', 'Mahogany', 'Wood'],
      options: ['guitarSize'],
      facts: [
        ['Strings', 'Steel'],
        ['Finish', 'Gloss'],
      ],
    },
    [
      [
        'guitar',
        'Electric Guitar',
        [7900, 16500],
        [3100, 3700],
        'A bright, light body with a slim neck that makes the first chords easier.',
        {
          palette: 'sport',
          options: ['hand'],
          limits: ['bulky'],
          count: 10,
          extras: ['with Strap and Cable', 'with Gig Bag', 'for Beginners'],
          facts: [
            ['Frets', '22'],
            ['Pickups', '3 Single-Coil'],
          ],
        },
      ],
      [
        'violin',
        'Violin',
        [4900, 11800],
        [420, 560],
        'Carved top, warm voice and a bow that bites.',
        {
          extras: ['with Bow and Case', 'for Students', 'for Beginners'],
          facts: [
            ['Includes', 'Bow, Rosin, Case'],
            ['Strings', 'Steel'],
          ],
        },
      ],
      [
        'banjo',
        'Five-String Banjo',
        [6900, 13800],
        [2100, 3100],
        'A crisp, ringing sound for porches and picking circles.',
        {
          options: ['hand'],
          facts: [
            ['Strings', '5'],
            ['Head', '11 in'],
          ],
        },
      ],
    ],
  ),
  ...shelf(
    {
      ...music,
      category: 'wind-keys',
      materials: ['Brass'],
      options: [],
      facts: [
        ['Finish', 'Lacquered'],
        ['Case', 'Included'],
      ],
    },
    [
      [
        'trumpet',
        'Trumpet in B-Flat',
        [5900, 12800],
        [1100, 1400],
        'Smooth valves and an open tone, from the first note to the marching band.',
        {
          facts: [
            ['Key', 'B-Flat'],
            ['Mouthpiece', '7C'],
          ],
        },
      ],
      [
        'saxophone',
        'Alto Saxophone',
        [14800, 26500],
        [2500, 3200],
        'A round low end and keys that fall under the fingers.',
        {
          facts: [
            ['Key', 'E-Flat'],
            ['Includes', 'Reeds, Strap, Case'],
          ],
        },
      ],
      [
        'flute',
        'Wooden Recorder',
        [280, 980],
        [120, 220],
        'The first instrument of half the world, with a soft, true tone.',
        {
          materials: ['Maple', 'Wood', 'Plastic'],
          facts: [
            ['Fingering', 'Baroque'],
            ['Key', 'C Soprano'],
          ],
          styles: ['Soprano', 'Student', 'Handmade'],
        },
      ],
      [
        'piano',
        'Electric Keyboard Piano',
        [3900, 9800],
        [2800, 5200],
        'Full-size keys with touch, rhythms and a headphone jack for late hours.',
        {
          materials: ['ABS'],
          options: ['keysCount'],
          limits: ['bulky'],
          styles: ['Portable', 'Touch-Sensitive', 'Beginner'],
          extras: ['with Stand', 'with Headphone Jack', 'for Beginners'],
          facts: [
            ['Tones', '200'],
            ['Power', 'Mains or USB'],
          ],
        },
      ],
      [
        'accordion',
        'Button Accordion',
        [3900, 8800],
        [2300, 3600],
        'Bellows that breathe evenly and buttons that spring back.',
        {
          palette: 'sport',
          materials: ['Wood', 'ABS'],
          facts: [
            ['Bass', '8'],
            ['Straps', 'Included'],
          ],
        },
      ],
    ],
  ),
  ...shelf(
    {
      ...music,
      category: 'percussion',
      materials: ['Wood', 'Maple'],
      options: ['drumSize'],
      facts: [['Tuning', 'Adjustable']],
      styles: ['Handmade', 'Classic', 'Beginner', 'Travel'],
    },
    [
      [
        'drum',
        'Snare Drum with Sticks',
        [2400, 5600],
        [1800, 2900],
        'A tight, clear snare with sticks, ready for the marching band or the basement.',
        {
          facts: [
            ['Sticks', 'Included'],
            ['Tuning', 'Adjustable'],
          ],
        },
      ],
      [
        'djembe',
        'Djembe Drum',
        [1480, 3900],
        [1200, 2900],
        'Deep in the middle, sharp at the edge, carved to be played by hand.',
        {
          facts: [
            ['Head', 'Goatskin Look'],
            ['Tuning', 'Rope'],
          ],
          limits: ['plant'],
        },
      ],
      [
        'maracas',
        'Maracas',
        [220, 720],
        [140, 240],
        'A bright shake for circles, classrooms and parties.',
        {
          options: [],
          materials: ['Wood', 'Plastic'],
          styles: ['Hand-Painted', 'Tuned', 'Colorful'],
          extras: ['for Kids', 'for Parties', 'for Classrooms'],
          facts: [['Pieces', '2']],
        },
      ],
      [
        'bell',
        'Handbell',
        [220, 620],
        [140, 260],
        'One clear note, easy to hold and hard to ignore.',
        { options: [], materials: ['Brass'], styles: ['Bright-Tone', 'Choir', 'Classroom'], facts: [['Note', 'C5']] },
      ],
    ],
  ),
];

const pet = {
  palette: 'play',
  styles: ['Durable', 'Squeaky', 'Interactive', 'Washable', 'Soft'],
  extras: ['for Small Pets', 'for Indoor Play', 'with Gift Tag'],
  points: ['Made from pet-safe material', 'Tough seams', 'Easy to wash', 'Tested by real chewers'],
  facts: [['Pet Safe', 'Yes']],
  tags: ['pets', 'pet supplies'],
  props: [],
} as const;

export const PETS = [
  ...shelf(
    {
      ...pet,
      category: 'dog-toys',
      materials: ['Natural Rubber', 'Nylon'],
      options: ['dogSize'],
      extras: ['for Small and Large Dogs', 'for Aggressive Chewers', 'for Puppies'],
    },
    [
      [
        'bone',
        'Chew Bone',
        [220, 680],
        [90, 240],
        'A nubby bone that cleans teeth and saves shoes.',
        { count: 10, styles: ['Durable', 'Dental', 'Bacon-Scented', 'Long-Lasting'] },
      ],
      [
        'rope',
        'Rope Tug Toy',
        [180, 580],
        [90, 260],
        'Knots to grip, fibers that floss, and hours of tug of war.',
        { materials: ['Cotton'], styles: ['Durable', 'Knotted', 'Washable'] },
      ],
      [
        'burger',
        'Squeaky Burger Toy',
        [220, 620],
        [80, 160],
        'A soft burger that squeaks at every bite.',
        { palette: undefined, materials: ['Short Plush', 'Latex'], styles: ['Plush', 'Soft', 'Funny'] },
      ],
      [
        'baseball',
        'Fetch Ball',
        [160, 480],
        [70, 130],
        'A bouncy ball with a stitched grip that flies far and floats.',
        { options: ['triples'], styles: ['Bouncy', 'Floating', 'Durable'] },
      ],
    ],
  ),
  ...shelf(
    {
      ...pet,
      category: 'cat-toys',
      materials: ['Felt', 'Short Plush', 'Cotton'],
      options: ['packs'],
      extras: ['with Catnip', 'for Indoor Cats', 'for Kittens'],
      styles: ['Crinkle', 'Interactive', 'Soft', 'Handmade'],
    },
    [
      [
        'plushmouse',
        'Mouse Cat Toy',
        [120, 420],
        [16, 40],
        'Light enough to throw, soft enough to bite.',
        { count: 10, palette: 'plush' },
      ],
      [
        'fish',
        'Fish Kicker Toy',
        [180, 560],
        [50, 110],
        'A fish to hug with the front paws and kick with the back.',
        {},
      ],
      [
        'yarn',
        'Yarn Ball Cat Toy',
        [120, 390],
        [30, 70],
        'A tight ball that rolls, bounces and never quite unravels.',
        { materials: ['Wool', 'Cotton', 'Felt'] },
      ],
      [
        'feather',
        'Feather Teaser Wand',
        [140, 460],
        [30, 60],
        'A flutter on a string that brings out the hunter.',
        {
          styles: ['Interactive', 'Retractable', 'Long-Reach'],
          facts: [
            ['Reach', '38 in'],
            ['Refills', '3'],
          ],
        },
      ],
    ],
  ),
  ...shelf(
    {
      ...pet,
      category: 'pet-feeding',
      materials: ['Stainless Steel', 'Ceramic', 'Plastic'],
      options: ['sml'],
      styles: ['Non-Slip', 'Elevated', 'Everyday', 'Spill-Proof'],
      extras: ['for Dogs and Cats', 'with Silicone Base'],
    },
    [
      [
        'bowl',
        'Pet Food Bowl with Scoop',
        [280, 880],
        [240, 480],
        'A heavy bowl with a scoop that stays where it is put.',
        {
          facts: [
            ['Dishwasher Safe', 'Yes'],
            ['Scoop', 'Included'],
          ],
        },
      ],
      [
        'paws',
        'Paw Print Pet Mat',
        [320, 880],
        [220, 420],
        'A mat that catches the splashes under the bowls.',
        {
          palette: undefined,
          materials: ['Silicone', 'Felt'],
          styles: ['Waterproof', 'Washable', 'Non-Slip'],
          extras: ['for Food and Water', 'for Dogs and Cats'],
          facts: [['Edge', 'Raised']],
        },
      ],
      [
        'tag',
        'Engraved Pet Tag',
        [110, 380],
        [8, 16],
        'A name and a number that bring a wanderer home.',
        {
          palette: 'metal',
          materials: ['Stainless Steel', 'Brass', 'Aluminum'],
          options: ['engraving'],
          styles: ['Personalized', 'Silent', 'Double-Sided'],
          extras: ['with Ring', 'for Collars'],
          facts: [
            ['Diameter', '1.2 in'],
            ['Ring', 'Included'],
          ],
        },
      ],
    ],
  ),
  ...shelf(
    {
      ...pet,
      category: 'aquarium',
      palette: undefined,
      materials: ['Resin', 'Ceramic'],
      options: ['sml'],
      styles: ['Natural-Look', 'Lifelike', 'Hand-Painted'],
      extras: ['for Fish Tanks', 'for Betta Tanks'],
      facts: [['Water Safe', 'Fresh and Salt']],
      points: ['Does not change the water', 'No sharp edges', 'Hiding places for fish', 'Colors that do not fade'],
    },
    [
      [
        'coral',
        'Aquarium Coral Ornament',
        [320, 980],
        [180, 460],
        'Branching coral that gives shy fish a place to hide.',
        {},
      ],
      ['shell', 'Seashell Hideout', [260, 820], [160, 420], 'A spiral shell with a doorway for shrimp and snails.', {}],
      [
        'clownfish',
        'Floating Clownfish Toy',
        [180, 560],
        [30, 80],
        'A bright swimmer that bobs on a thread and needs no feeding.',
        { materials: ['Silicone', 'Plastic'], options: ['packs'] },
      ],
      [
        'amphora',
        'Sunken Amphora Ornament',
        [320, 980],
        [220, 520],
        'A jar from a little shipwreck, open on both sides for swimmers.',
        { styles: ['Antique-Look', 'Mossy', 'Hand-Painted'] },
      ],
    ],
  ),
];

const party = {
  palette: 'party',
  styles: ['Festive', 'Colorful', 'Classic', 'Shiny', 'Jumbo'],
  extras: ['for Birthdays', 'for Weddings', 'for Baby Showers', 'for Graduations'],
  points: ['Easy to set up', 'Photographs well', 'Sorted and counted', 'Good for indoor and outdoor parties'],
  facts: [['Occasion', 'Any']],
  tags: ['party', 'celebration', 'decorations'],
  props: [],
} as const;

export const PARTY = [
  ...shelf({ ...party, category: 'balloons', materials: ['Latex', 'Paper'], options: ['balloonCount'] }, [
    [
      'balloon',
      'Party Balloons',
      [180, 580],
      [70, 240],
      'Thick balloons that round out evenly and stay up all night.',
      {
        materials: ['Latex'],
        count: 14,
        styles: ['Matte', 'Metallic', 'Pastel', 'Pearl', 'Jumbo'],
        facts: [
          ['Size', '12 in'],
          ['Helium Ready', 'Yes'],
        ],
      },
    ],
    [
      'popper',
      'Confetti Poppers',
      [260, 720],
      [140, 320],
      'One twist and the air is full of color.',
      {
        palette: undefined,
        materials: ['Paper'],
        options: ['triples'],
        styles: ['Biodegradable', 'Multicolor', 'Handheld'],
        facts: [
          ['Length', '8 in'],
          ['Confetti', 'Tissue Paper'],
        ],
      },
    ],
    [
      'pennant',
      'Pennant Flags',
      [160, 520],
      [50, 140],
      'Triangular flags for garlands, golf greens and kids’ forts.',
      {
        materials: ['Polyester', 'Felt', 'Paper'],
        options: ['bulk'],
        facts: [['Size', '8 x 12 in']],
        styles: ['Double-Sided', 'Weatherproof', 'Bold-Color'],
      },
    ],
    [
      'rosette',
      'Ribbon Awareness Pins',
      [120, 420],
      [20, 60],
      'A folded ribbon for a cause worth wearing.',
      {
        materials: ['Satin', 'Polyester'],
        options: ['bulk'],
        styles: ['Satin-Finish', 'Pre-Tied', 'Event'],
        extras: ['for Fundraisers', 'for Charity Walks'],
        facts: [
          ['Height', '1.5 in'],
          ['Pin', 'Safety Pin'],
        ],
      },
    ],
    [
      'cupcake',
      'Cupcake Decorating Kit',
      [320, 880],
      [160, 340],
      'Cups, picks and sprinkle tins for a tray of little cakes.',
      {
        palette: undefined,
        materials: ['Paper', 'Cardboard'],
        options: ['bulk'],
        styles: ['Complete', 'Colorful', 'Kids'],
        facts: [['Cups', 'Greaseproof']],
      },
    ],
  ]),
  ...shelf(
    {
      ...party,
      category: 'seasonal',
      palette: undefined,
      materials: ['Resin', 'Plastic', 'Felt'],
      options: ['sml'],
      extras: ['for Porch', 'for Mantel', 'with LED Light'],
      styles: ['Glowing', 'Handmade', 'Classic', 'Cheerful'],
    },
    [
      [
        'tree',
        'Tabletop Christmas Tree',
        [980, 2900],
        [680, 2400],
        'Decorated, bushy and ready to glow, wherever there is no room for a big one.',
        {
          options: ['treeHeight'],
          materials: ['Vinyl', 'Plastic'],
          styles: ['Pre-Decorated', 'Pre-Lit', 'Full'],
          extras: ['with Ornaments', 'with Stand', 'with LED Lights'],
          facts: [
            ['Stand', 'Included'],
            ['Lights', 'Warm White LED'],
          ],
          count: 10,
        },
      ],
      [
        'pumpkin',
        'Jack-O’-Lantern',
        [420, 1280],
        [220, 620],
        'A grinning pumpkin that comes back every October.',
        {
          limits: ['battery'],
          styles: ['Light-Up', 'Carved-Look', 'Reusable'],
          facts: [
            ['Light', 'Flickering LED'],
            ['Occasion', 'Halloween'],
          ],
        },
      ],
      [
        'ghost',
        'Ghost Decoration',
        [320, 980],
        [140, 420],
        'A ghost that is more fun than fright.',
        { styles: ['Hanging', 'Glow-in-the-Dark', 'Friendly'], facts: [['Occasion', 'Halloween']] },
      ],
      [
        'snowman',
        'Snowman Figure',
        [420, 1280],
        [240, 720],
        'He stays all winter and does not drip.',
        { facts: [['Occasion', 'Winter']], styles: ['Light-Up', 'Classic', 'Hand-Painted'] },
      ],
      [
        'snowflake',
        'Snowflake Ornaments',
        [180, 620],
        [60, 180],
        'Sparkling flakes for windows, trees and presents.',
        {
          palette: 'metal',
          materials: ['Acrylic', 'Felt', 'Wood'],
          options: ['bulk'],
          styles: ['Glittering', 'Hanging', 'Laser-Cut'],
          extras: ['for Trees', 'for Windows'],
          facts: [['Hangers', 'Included']],
        },
      ],
    ],
  ),
  ...shelf(
    {
      ...party,
      category: 'gifts',
      materials: ['Cardboard', 'Paper'],
      options: ['packs'],
      extras: ['for Birthdays', 'for Valentine’s Day', 'for Weddings'],
    },
    [
      [
        'giftbox',
        'Gift Box with Bow',
        [220, 720],
        [120, 380],
        'Lid, tissue and a bow already tied: wrapping done.',
        {
          palette: undefined,
          options: ['boxSize'],
          styles: ['Magnetic', 'Rigid', 'Ribboned', 'Nesting'],
          facts: [['Tissue Paper', 'Included']],
          count: 10,
        },
      ],
      [
        'parcel',
        'Shipping Boxes',
        [280, 880],
        [180, 620],
        'Strong corrugated boxes that fold up square.',
        {
          palette: undefined,
          materials: ['Cardboard'],
          options: ['boxSize', 'bulk'],
          styles: ['Corrugated', 'Recycled', 'Heavy-Duty'],
          extras: ['for Small Business', 'for Moving'],
          facts: [
            ['Flute', 'B'],
            ['Crush Test', '32 ECT'],
          ],
          points: ['Folds up in seconds', 'Square, strong corners', 'Ships flat', 'Recyclable'],
        },
      ],
      [
        'heartbox',
        'Heart Gift Box with Ribbon',
        [280, 820],
        [120, 280],
        'A heart with a golden ribbon for chocolates, letters or rings.',
        { palette: undefined, styles: ['Velvet-Touch', 'Romantic', 'Lidded'], facts: [['Ribbon', 'Satin']] },
      ],
      [
        'loveletter',
        'Love Letter Card Set',
        [180, 560],
        [60, 160],
        'Cards, envelopes and heart seals for words that should be on paper.',
        {
          palette: undefined,
          styles: ['Handmade', 'Romantic', 'Blank'],
          facts: [
            ['Cards', '10'],
            ['Seals', 'Included'],
          ],
        },
      ],
      [
        'heart',
        'Heart Cushion',
        [320, 880],
        [220, 420],
        'A plump heart for the sofa, the nursery or someone far away.',
        {
          materials: ['Velvet', 'Minky Plush', 'Cotton'],
          options: ['sml'],
          styles: ['Soft', 'Huggable', 'Decorative'],
          facts: [['Filling', 'Polyester Fiber']],
          points: ['Soft on both sides', 'Keeps its shape', 'Washable', 'Hidden seam'],
        },
      ],
    ],
  ),
];
