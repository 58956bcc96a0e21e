// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import Markdown from './markdown.tsx';

const renderText = (text: string) => render(<Markdown text={text} />).container;

describe('an article', () => {
  afterEach(cleanup);

  it('an article shows headings below its own title, lists, tables and emphasis', () => {
    const page = renderText('## Files\n\n- **RAW** or *JPEG*\n- no ZIP\n\n| Kind | Days |\n|---|---|\n| Retouch | 1 |');
    expect(screen.getByRole('heading', { level: 4, name: 'Files' })).toBeTruthy();
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['RAW or JPEG', 'no ZIP']);
    expect(page.querySelector('strong')?.textContent).toBe('RAW');
    expect(screen.getByRole('columnheader', { name: 'Days' })).toBeTruthy();
    expect(screen.getByRole('cell', { name: 'Retouch' })).toBeTruthy();
  });

  it('raw HTML is shown as plain text', () => {
    const page = renderText('<script>alert(1)</script>\n\nBefore <img src=x onerror=alert(1)> after');
    expect(page.querySelector('script, img')).toBeNull();
    expect(page.textContent).toContain('<script>alert(1)</script>');
    expect(page.textContent).toContain('<img src=x onerror=alert(1)>');
  });

  it.each(['[here](javascript:alert(1))', '[here](data:text/html,x)', '[here](//elsewhere.example)'])(
    'an unsafe link is shown as text: %s',
    (text) => {
      const page = renderText(text);
      expect(page.querySelector('a')).toBeNull();
      expect(page.textContent).toContain('here');
    },
  );

  it('external links open in a new tab and mail links open their address', () => {
    renderText('[help](https://example.com/help) and [us](mailto:us@example.com)');
    const help = screen.getByRole('link', { name: 'help' });
    expect(help.getAttribute('rel')).toBe('noopener noreferrer');
    expect(screen.getByRole('link', { name: 'us' }).getAttribute('href')).toBe('mailto:us@example.com');
  });

  it('pictures load by https only, others show their alternative text', () => {
    const page = renderText('![a room](http://example.com/a.jpg) ![a hall](https://example.com/b.jpg)');
    expect([...page.querySelectorAll('img')].map(({ alt }) => alt)).toEqual(['a hall']);
    expect(page.textContent).toContain('a room');
  });
});
