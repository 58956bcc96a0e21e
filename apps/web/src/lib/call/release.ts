/** Whether the server serves another release than the one on the screen. Every release begins with a file of its own name. */
export const isAnotherServed = async (): Promise<boolean> => {
  const own = document.querySelector('script[type=module][src]')?.getAttribute('src');
  try {
    const answer = await fetch('/', { cache: 'no-store' });
    return answer.ok && own != null && !(await answer.text()).includes(own);
  } catch {
    return false;
  }
};
