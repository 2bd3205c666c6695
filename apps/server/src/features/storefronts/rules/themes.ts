import { slug } from '@quayside/kernel';

/** A theme of the theme store, as it is known by name (rule B220). */
export interface ThemeEntry {
  name: string;
  /** Where it is sold or given away. */
  themeStoreUrl: string;
  /** The theme store's own number: the same in every shop that uses it, however the owner named his copy. */
  id: number;
  handle: string;
  /** Not told by the store's pages for the style that a theme begins with. */
  styleId: number | null;
  styleHandle: string;
}

/** Name and theme store id of widely used themes of Shopify. Source: what shops' own pages say (Shopify.theme). */
const TABLE =
  'Alchemy:657 | Ascent:2989 | Atlantic:566 | Aurora:1770 | Baseline:910 | Beyond:939 | Blockshop:606 | ' +
  'Boost:863 | Borders:2491 | Bullet:1114 | Capital:812 | Colorblock:1499 | Combine:1826 | Craft:1368 | ' +
  'Crave:1363 | Dawn:887 | Debut:796 | Editions:457 | Emerge:833 | Empire:838 | Enterprise:1657 | Envy:411 | ' +
  'Expression:230 | Fashionopolism:141 | Flow:801 | Focal:714 | Foodie:918 | Frame:1716 | Fresh:908 | ' +
  'Grid:718 | Habitat:1581 | Highlight:903 | Icon:686 | Ignite:3027 | Impact:1190 | Impulse:857 | ' +
  'Influence:1536 | Kingdom:725 | Local:1651 | Lorenza:798 | Maker:765 | Masonry:450 | Mode:1578 | ' +
  'Mojave:1497 | Momentum:1600 | Monk:2515 | Mono:1818 | Motion:847 | Mr Parker:567 | Origin:1841 | ' +
  'Prestige:855 | Publisher:1864 | Reformation:1762 | Refresh:1567 | Release:2698 | Retro:2630 | Ride:1500 | ' +
  'Sahara:1926 | Sense:1356 | Showcase:677 | Sleek:2821 | Spark:911 | Split:842 | Spotlight:1891 | ' +
  'Startup:652 | Stiletto:1621 | Streamline:872 | Studio:1431 | Symmetry:568 | Taiga:1751 | Tailor:1457 | ' +
  'Taste:1434 | Testament:623 | Trade:2699 | Vantage:459 | Vivid:2285 | Warehouse:871 | Woodstock:2239 | ' +
  'Xtra:1609 | Zest:1611';

/** The known themes, by name. */
export const THEMES: readonly ThemeEntry[] = TABLE.split(' | ').map((pair) => {
  const [name = '', id] = pair.split(':');
  const handle = slug(name);
  return {
    name,
    themeStoreUrl: `https://themes.shopify.com/themes/${handle}`,
    id: Number(id),
    handle,
    styleId: null,
    styleHandle: 'default',
  };
});

const byId = new Map(THEMES.map((theme) => [theme.id, theme]));
const byName = new Map(THEMES.map((theme) => [theme.name.toLowerCase(), theme]));

/**
 * The known theme of a shop: by the store's number, else by the name that its makers gave it, else by how the owner named his
 * copy where that begins with a known name: "Dawn", "Dawn 2.0", "Copy of Dawn".
 */
export function knownTheme(facts: {
  storeId?: number | undefined;
  schemaName?: string | undefined;
  name?: string | undefined;
}): ThemeEntry | undefined {
  const number = facts.storeId === undefined ? undefined : byId.get(facts.storeId);
  if (number) return number;
  for (const name of [facts.schemaName, facts.name]) {
    const plain = name
      ?.toLowerCase()
      .replace(/^(?:(?:updated )?copy of|live)\s+/, '')
      .replace(/[\s_-]*(?:\(|v?\d|-|\|).*$/, '')
      .trim();
    const found = plain ? byName.get(plain) : undefined;
    if (found) return found;
  }
  return undefined;
}
