import { session } from '../../lib/session.ts';
import { AdminEntry } from './admin-entry.tsx';
import { StandaloneInstall } from './standalone-install.tsx';

/** Where a platform sends its people: into the app from inside its admin, or to the connecting of a shop from outside. */
export default function EntryPage() {
  return session().mode === 'embedded' ? <AdminEntry /> : <StandaloneInstall />;
}
