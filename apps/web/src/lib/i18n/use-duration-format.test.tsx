// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import i18next from 'i18next';
import { it } from 'vitest';
import { showPart } from '../../testing/part.tsx';
import { useDurationFormat } from './use-duration-format.ts';

const HOUR_MS = 3_600_000;

function Spans() {
  const { exact, short, since, shortSince } = useDurationFormat();
  const all = [
    ...[12, 120, 185, 1647].map(exact),
    ...[71, 1406, 1647].map(short),
    ...[5.5 * HOUR_MS, 52 * HOUR_MS].map(since),
    ...[1.5 * HOUR_MS, 16.8 * HOUR_MS, 52 * HOUR_MS].map(shortSince),
  ];
  return <p>{all.join(' · ')}</p>;
}

it('every duration has its unit, and the short form has one unit', async () => {
  await showPart(<Spans />);
  await screen.findByText(
    '12 min · 2 h · 3 h 5 min · 27 h 27 min · 71 min · 23.5 h · 27.5 h · 5 h 30 min · 2 d 4 h · 90 min · 17 h · 2 d 4 h',
  );
  await act(() => i18next.changeLanguage('vi'));
  await screen.findByText(
    '12 phút · 2 giờ · 3 giờ 5 phút · 27 giờ 27 phút · 71 phút · 23,5 giờ · 27,5 giờ · 5 giờ 30 phút · 2 ngày 4 giờ · 90 phút · 17 giờ · 2 ngày 4 giờ',
  );
  await act(() => i18next.changeLanguage('en'));
});
