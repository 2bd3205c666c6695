export * from './channel.ts';
export * from './context.ts';
export * from './errors.ts';
export { createGuardedHttp, type GuardedHttpOptions } from './guarded-http.ts';
export { hostPort, isPublicAddress } from './guarded-http-policy.ts';
export * from './http.ts';
export * from './payment.ts';
export * from './supplier.ts';
export * from './unread.ts';
