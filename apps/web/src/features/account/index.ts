import { lazy } from 'react';

/** Asks for the password before something that a stranger at an open screen must not do. Needs the texts of `account`. */
export const PasswordDialog = lazy(() => import('./password-dialog.tsx'));
