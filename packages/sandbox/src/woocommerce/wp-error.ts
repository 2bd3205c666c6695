/** An error as WordPress answers it: {code, message, data}. */
export class WpError extends Error {
  readonly code: string;
  readonly status: number;
  readonly data: unknown;

  /** `data` replaces the usual {status}: WooCommerce's refunds answer a bare number there. */
  constructor(code: string, message: string, status: number, data: unknown = { status }) {
    super(message);
    this.code = code;
    this.status = status;
    this.data = data;
  }

  body(): { code: string; message: string; data: unknown } {
    return { code: this.code, message: this.message, data: this.data };
  }
}

export const invalidParam = (name: string, message: string): WpError =>
  new WpError('rest_invalid_param', `Invalid parameter(s): ${name}`, 400, {
    status: 400,
    params: { [name]: `${name} ${message}` },
  });
