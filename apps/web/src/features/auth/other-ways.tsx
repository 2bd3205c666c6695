import { DemoHint } from './demo-hint.tsx';
import { SocialButtons } from './social-buttons.tsx';

/** Below the form: other ways in, where this installation has them. */
export function OtherWays({ onDemo, busy }: { onDemo(): void; busy: boolean }) {
  return (
    <>
      <SocialButtons />
      <DemoHint onUse={onDemo} busy={busy} />
    </>
  );
}
