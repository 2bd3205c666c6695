import { Notices } from './notices-page.tsx';

/** What happened in the last days. */
export default function RecentPage() {
  return <Notices recent />;
}
