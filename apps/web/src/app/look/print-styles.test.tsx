// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { setDevice, useIsDark, useDevice, usePrinting } from '../../lib/device.ts';
import { PrintStyles } from './print-styles.tsx';

function Page() {
  return (
    <>
      <PrintStyles />
      <p>{[useIsDark() ? 'dark' : 'light', useDevice().sidebar, usePrinting() ? 'paper' : 'screen'].join(' ')}</p>
    </>
  );
}

const readText = () => screen.getByRole('paragraph').textContent;

it('the page is light in print and dark again on the screen', () => {
  act(() => setDevice('theme', 'dark'));
  render(<Page />);
  expect(readText()).toBe('dark auto screen');
  window.dispatchEvent(new Event('beforeprint'));
  expect(readText()).toBe('light auto paper');
  act(() => void window.dispatchEvent(new Event('afterprint')));
  expect(readText()).toBe('dark auto screen');
});
