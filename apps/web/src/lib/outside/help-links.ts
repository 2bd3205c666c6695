/** Pages of the help center by their place below its address, which an operator set; undefined where there is none. */
export const helpPage = (help: string | null | undefined, page: string): string | undefined =>
  help ? `${help.replace(/\/+$/, '')}/${page}` : undefined;

/** How a store of a platform is connected. */
export const connectionHelp = (help: string | null | undefined, platform: string): string | undefined =>
  helpPage(help, `connect-${platform}`);
