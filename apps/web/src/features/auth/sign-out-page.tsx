import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { endSession } from '../../lib/end-session.ts';
import { dropAllWork } from '../../lib/saved-work.ts';
import { session } from '../../lib/session.ts';

/** Ends the session here and at the server, then shows the sign-in on a fresh page: nothing stays in memory. */
export default function SignOutPage() {
  const { t } = useTranslation('auth');
  useEffect(() => {
    const revoked = session().read('token') ? api('POST /auth/logout', { quiet: true }) : Promise.resolve();
    void revoked
      // The session may have ended already; here it ends in any case.
      .catch(() => undefined)
      .then(() => endSession())
      .then(() => {
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
