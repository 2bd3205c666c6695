/** The address of an article in the help center that an operator set; undefined where the help center is our own. */
export const helpPage = (help: string | null | undefined, article?: string): string | undefined =>
  help ? (article ? `${help.replace(/\/+$/, '')}/${article}` : help) : undefined;

/** The address of an article for a tab of its own: at the operator's help center, else in the one for anyone, which needs no session. */
export const helpAddress = (help: string | null | undefined, article: string, anchor?: string): string =>
  helpPage(help, article) ?? `/help/${article}${anchor ? `#${anchor}` : ''}`;

/** How to connect a store of a platform. An operator's help center has an article for each platform. */
export const connectionHelp = (help: string | null | undefined, platform: string): string =>
  helpPage(help, `connect-${platform}`) ?? helpAddress(help, 'connect-a-store', platform);
