import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { extensionRuntime } from '../../lib/outside/extension.ts';
import { lookForExtension } from '../../lib/outside/extension-look.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { session } from '../../lib/session.ts';
import { useAccount } from '../../lib/use-account.ts';

/**
 * Whether the extension is in this browser; `found` is undefined until that is known. Asked again by itself when the tab comes
 * back to the front, where somebody may have installed it meanwhile.
 */
export function useExtension() {
  const { i18n } = useTranslation();
  const { account, workplaceId } = useAccount();
  const { language } = i18n;
  const { data, isFetching, refetch } = useQuery({
    queryKey: queryKeys.part('extension', 'found', { language, workplaceId }),
    queryFn: () =>
      account ? lookForExtension({ session: session(), account, language, runtime: extensionRuntime() }) : null,
    enabled: account !== undefined,
    staleTime: 0,
    // It is asked inside of this browser.
    networkMode: 'always',
    refetchOnWindowFocus: 'always',
  });
  return {
    found: data ?? undefined,
    looking: isFetching,
    /** A page that was opened before the extension was there has no way to it: it is opened anew. */
    again: () => (extensionRuntime() ? void refetch() : location.reload()),
  };
}
