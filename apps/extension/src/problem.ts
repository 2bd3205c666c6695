import type { ExtensionProblem } from '@quayside/contracts/extension-messages.ts';

/** Why a message was not done; becomes its answer. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly problem: ExtensionProblem;
  readonly host: string | undefined;

  constructor(problem: ExtensionProblem, address?: string) {
    super(problem);
    this.problem = problem;
    this.host = address === undefined ? undefined : new URL(address).host;
  }
}
