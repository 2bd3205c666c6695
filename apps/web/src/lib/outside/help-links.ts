/** URL of an article below the operator's HELP_URL; undefined without one. */
export const helpPage = (help: string | null | undefined, article?: string): string | undefined =>
  help ? (article ? `${help.replace(/\/+$/, '')}/${article}` : help) : undefined;

/** URL of an article in a new tab: in the operator's help center, otherwise in the public one, which needs no session. */
export const helpAddress = (help: string | null | undefined, article: string, anchor?: string): string =>
  helpPage(help, article) ?? `/help/${article}${anchor ? `#${anchor}` : ''}`;

/** URL of the article about connecting a store. An operator's help center has one for each platform. */
export const connectionHelp = (help: string | null | undefined, platform: string): string =>
  helpPage(help, `connect-${platform}`) ?? helpAddress(help, 'connect-a-store', platform);
