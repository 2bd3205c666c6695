/** Whether one house more taken away would leave an account that nobody can enter. */
export const isLastWay = (ways: { password: boolean; houses: number; shops: number }): boolean =>
  !ways.password && ways.shops === 0 && ways.houses <= 1;
