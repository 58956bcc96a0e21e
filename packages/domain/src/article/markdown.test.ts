import { describe, expect, it } from 'vitest';
import { findMarkdownError } from './markdown.ts';

describe('very long texts', () => {
  it('a very long article is checked as fast as a short one', () => {
    expect(findMarkdownError('[x](https://a.example '.repeat(20_000))).toBeNull();
    expect(findMarkdownError('x <a'.repeat(50_000))).toBeNull();
    expect(findMarkdownError(' \n'.repeat(100_000))).toBeNull();
  });
});

describe('the text of an article', () => {
  it('an article can have headings, lists, tables, code, links and pictures', () => {
    const text = [
      '# How to send files',
      '1. Name them `JOB_001.jpg`, < 2 GB each, 3 > 2',
      '2. Write to [the desk](mailto:desk@bureau.example "today") or <https://send.example/a?b=1>',
      '![A folder (v2)](https://images.example/folder.png)',
      'See [the list][1], [and this](http://old.example/x).',
      '',
      '[1]: https://list.example/',
      '| a | b |\n|---|---|\n| 1 | 2 |',
    ].join('\n');
    expect(findMarkdownError(text)).toBeNull();
  });

  it('an article can have comparisons', () => {
    expect(findMarkdownError('2 > 1; nếu a<b thì gửi lại')).toBeNull();
  });

  it.each([
    ['<script>alert(1)</script>', 'raw_html'],
    ['a <b>word</b>', 'raw_html'],
    ['</div>', 'raw_html'],
    ['<div', 'raw_html'],
    ['1. > <table', 'raw_html'],
    ['a<b and c>d', 'raw_html'],
    ['<!-- x -->', 'raw_html'],
    ['<?php ?>', 'raw_html'],
    ['<img src=x onerror=alert(1)>', 'raw_html'],
    ['<https://a.example/><svg onload=x>', 'raw_html'],
    ['<javascript:alert(1)>', 'raw_html'],
    ['`<b>`', 'raw_html'],
    ['[x](javascript:alert(1))', 'bad_link'],
    ['[x]( <JavaScript:alert(1)>)', 'raw_html'],
    ['[x](java&#115;cript:alert(1))', 'bad_link'],
    ['[x](\n  data:text/html,hi)', 'bad_link'],
    ['[x](/customer-portal/job)', 'bad_link'],
    ['[x]()', 'bad_link'],
    ['[a [b]](vbscript:x)', 'bad_link'],
    ['`a`\n\n[x](javascript:y) `b`', 'bad_link'],
    ['[1]: ftp://a.example', 'bad_link'],
    ['> [1]:\n> javascript:x', 'bad_link'],
    ['![x](http://a.example/x.png)', 'bad_image'],
    ['![x](data:image/png;base64,AAAA)', 'bad_image'],
    ['![a [b] c](http://a.example/x.png)', 'bad_image'],
    ['![a \\[ b](http://a.example/x.png)', 'bad_image'],
    ['![a `[` b](http://a.example/x.png)', 'bad_image'],
    ['![a `]` b](http://a.example/x.png)', 'bad_image'],
    ['![b]\n\n[b]: http://tracker.example/x.png', 'bad_image'],
    ['![x][1]\n\n[1]: https://a.example/x.png', 'bad_image'],
  ])('an article is refused with %j', (text, fault) => {
    expect(findMarkdownError(text)).toBe(fault);
  });
});
