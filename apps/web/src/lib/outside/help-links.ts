/** URL of a help center page below the operator's HELP_URL; undefined without one. */
export const helpPage = (help: string | null | undefined, page: string): string | undefined =>
  help ? `${help.replace(/\/+$/, '')}/${page}` : undefined;

/** Help page about connecting a store of a platform. */
export const connectionHelp = (help: string | null | undefined, platform: string): string | undefined =>
  helpPage(help, `connect-${platform}`);
