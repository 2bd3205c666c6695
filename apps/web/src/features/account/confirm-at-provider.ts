import { api } from '../../lib/api.ts';
import { saveBinding } from '../../lib/outside/social-binding.ts';

/**
 * Opens an identity provider's sign-in in a window of its own, so that what the person was doing here stays. That window
 * reports on CONFIRMED_CHANNEL; nothing else tells when it is done, since leaving our origin cuts it off from this one
 * (Cross-Origin-Opener-Policy). Resolves to false when the browser did not open it.
 *
 * @throws ApiError when the sign-in could not be started.
 */
export async function confirmAtProvider(social: 'google' | 'facebook'): Promise<boolean> {
  // The window copies the storage of this tab when it opens, so the binding must be there first.
  const binding = saveBinding(undefined);
  const opened = window.open('about:blank', 'quayside-confirm', 'popup,width=520,height=680');
  if (!opened) return false;
  try {
    const { url } = await api('POST /auth/confirmation/social/{social}', {
      params: { social },
      body: { binding },
      quiet: true,
    });
    opened.location.assign(url);
  } catch (error) {
    opened.close();
    throw error;
  }
  return true;
}
