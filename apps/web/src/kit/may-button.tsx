import { Button, type ButtonProps } from '@mantine/core';
import type { Permission } from '@quayside/contracts/permissions.ts';
import type { ComponentProps } from 'react';
import { useMay } from '../lib/use-may.ts';

type Props = ButtonProps & Omit<ComponentProps<'button'>, keyof ButtonProps> & { needs: Permission };

/** A button for what not every role may do: where the person may not, it stands there, off, and says why. */
export function MayButton({ needs, ...props }: Props) {
  const why = useMay().why(needs);
  if (!why) return <Button {...props} />;
  // Not `disabled`: the reason can be reached by pointer and by keyboard.
  const { onClick: _onClick, type: _type, ...rest } = props;
  return <Button {...rest} type="button" data-disabled aria-disabled="true" data-hint={why} title={why} />;
}
