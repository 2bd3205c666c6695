export * from './channel.ts';
export * from './context.ts';
export * from './errors.ts';
export * from './http.ts';
export * from './payment.ts';
export * from './supplier.ts';
