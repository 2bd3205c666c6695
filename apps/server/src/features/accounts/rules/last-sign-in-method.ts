/** Whether unlinking one more provider would leave an account without a sign-in method. */
export const isLastSignInMethod = (ways: { password: boolean; houses: number; shops: number }): boolean =>
  !ways.password && ways.shops === 0 && ways.houses <= 1;
