import { DemoCallout } from './demo-callout.tsx';
import { SocialButtons } from './social-buttons.tsx';

/** Below the form: other ways in, where this installation has them. */
export function OtherSignInOptions({ onDemo, busy }: { onDemo(): void; busy: boolean }) {
  return (
    <>
      <SocialButtons />
      <DemoCallout onUse={onDemo} busy={busy} />
    </>
  );
}
