import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { dropAllWork } from '../../lib/kept-work.ts';
import { extensionRuntime, knownExtensions, tellSignedOut } from '../../lib/outside/extension.ts';
import { clearSession, type SessionPort, session } from '../../lib/session.ts';

/** The extension forgets its token too, where there is one. */
async function tellExtension(mode: SessionPort['mode']): Promise<void> {
  const runtime = extensionRuntime();
  if (!runtime || mode === 'embedded') return;
  const { links } = await api('GET /meta');
  await tellSignedOut(mode, knownExtensions(links), runtime);
}

/** Ends the session here and at the server, then shows the sign-in on a fresh page: nothing stays in memory. */
export default function SignOutPage() {
  const { t } = useTranslation('auth');
  useEffect(() => {
    const revoked = session().read('token') ? api('POST /auth/logout', { quiet: true }) : Promise.resolve();
    const told = tellExtension(session().mode);
    void Promise.allSettled([revoked, told])
      // The session may have ended already; here it ends in any case.
      .then(() => {
        clearSession();
        dropAllWork();
        const port = session();
        // A phone app then shows its own sign-in.
        port.close?.();
        location.replace(port.address?.('/login') ?? '/login');
      });
  }, []);
  return (
    <main className="visually-hidden" aria-busy="true">
      {t('signOut')}
    </main>
  );
}
