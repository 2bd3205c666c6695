import { Button, type ButtonProps } from '@mantine/core';
import type { Permission } from '@quayside/contracts/permissions.ts';
import type { ComponentProps } from 'react';
import { useMay } from '../lib/use-may.ts';

type Props = ButtonProps & Omit<ComponentProps<'button'>, keyof ButtonProps> & { needs: Permission };

/** A button for restricted actions: without permission it is shown disabled with the reason. */
export function MayButton({ needs, ...props }: Props) {
  const why = useMay().why(needs);
  if (!why) return <Button {...props} />;
  // Not `disabled`, so that pointer and keyboard can reach the reason.
  const { onClick: _onClick, type: _type, ...rest } = props;
  return <Button {...rest} type="button" data-disabled aria-disabled="true" data-hint={why} title={why} />;
}
