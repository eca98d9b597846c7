// Renders media/icon.svg to media/icon.png (128 × 128, transparent corners): node test/view/icon.mjs
import { readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const browser = await chromium.launch({
  executablePath,
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
try {
  const page = await browser.newPage({ viewport: { width: 128, height: 128 } });
  await page.setContent(
    `<style>body{margin:0}svg{display:block}</style>${readFileSync('media/icon.svg', 'utf8')}`,
  );
  await page.screenshot({ path: 'media/icon.png', omitBackground: true });
} finally {
  await browser.close();
}
