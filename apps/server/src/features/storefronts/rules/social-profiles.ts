/** Where stores are found besides their own page (rule B219). */
export const NETWORKS = ['facebook', 'instagram', 'twitter', 'youtube', 'linkedin', 'pinterest'] as const;
export type Network = (typeof NETWORKS)[number];
export type SocialProfiles = Partial<Record<Network, { url: string }>>;

const HOSTS: Readonly<Record<Network, RegExp>> = {
  facebook: /^(?:[a-z-]+\.)?(?:facebook|fb)\.com$/,
  instagram: /^(?:www\.)?instagram\.com$/,
  twitter: /^(?:www\.|mobile\.)?(?:twitter|x)\.com$/,
  youtube: /^(?:www\.|m\.)?youtube\.com$/,
  linkedin: /^(?:[a-z]{2,3}\.)?linkedin\.com$/,
  pinterest: /^(?:[a-z]{2,3}\.)?pinterest\.(?:com|co\.uk|[a-z]{2})$/,
};

const NAME = '[\\w.-]{1,100}';
/** A bare profile: nothing but the name of who is meant. */
const PROFILE: Readonly<Record<Network, RegExp>> = {
  facebook: new RegExp(`^/(?:pg/)?${NAME}$`),
  instagram: new RegExp(`^/${NAME}$`),
  twitter: new RegExp(`^/@?${NAME}$`),
  youtube: new RegExp(`^/(?:@${NAME}|(?:c|user|channel)/${NAME})$`),
  linkedin: /^\/(?:company|in|showcase)\/[^/]{1,100}$/,
  pinterest: new RegExp(`^/${NAME}$`),
};

/** First parts of addresses that do something instead of showing somebody: sharing above all (rule B276). */
const ACTIONS = new Set(
  (
    'sharer sharer.php share share.php dialog plugins tr login signup intent home hashtag search explore p reel reels ' +
    'stories watch events groups messages pin settings about privacy policies legal terms help i oauth ads business ' +
    'profile.php watch.php photo.php permalink.php story.php l.php'
  ).split(' '),
);

/** The network and clean address of a profile, or undefined for any other address: a share link, a post, a stranger's site. */
export function socialProfile(address: URL): { network: Network; url: string } | undefined {
  const host = address.hostname.toLowerCase();
  const network = NETWORKS.find((one) => HOSTS[one].test(host));
  if (!network) return undefined;
  const path = address.pathname.replace(/\/+$/, '');
  if (!PROFILE[network].test(path)) return undefined;
  const first = path.split('/')[1]?.toLowerCase() ?? '';
  if (ACTIONS.has(first)) return undefined;
  return { network, url: `https://${host}${path}` };
}

/** The first profile of each network among the links of a page. */
export function socialProfiles(links: readonly URL[]): SocialProfiles {
  const found: SocialProfiles = {};
  for (const link of links) {
    const profile = socialProfile(link);
    if (profile) found[profile.network] ??= { url: profile.url };
  }
  return found;
}
