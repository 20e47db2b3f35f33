/// The page's look, in both schemes.
enum ReportStyle {
  static let css = """
    :root{--paper:#fbfcfc;--card:#fff;--ink:#1d2a30;--soft:#5b6b73;--grid:#cfd8dc;--line:#e3e9ec;
    --p1:#00796b;--p2:#c2410c;--p3:#78909c;--p4:#5b6bb5;--p5:#9c6b00;--shade:#0b2b3630}
    @media (prefers-color-scheme:dark){:root{--paper:#10181c;--card:#162127;--ink:#e3ecef;
    --soft:#9db0b8;--grid:#33454d;--line:#26353c;--p1:#4db6ac;--p2:#ff8a65;--p3:#78909c;
    --p4:#9fa8da;--p5:#e0b252;--shade:#0009}}
    *{box-sizing:border-box}
    body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,"Noto Sans",sans-serif}
    header,main{max-width:1360px;margin:0 auto;padding:0 24px}
    header{padding-top:40px}
    h1{font-size:30px;margin:0}
    header p{color:var(--soft);margin:4px 0 20px}
    h2{font-size:20px;margin:0 0 6px}
    h3{font-size:15px;margin:22px 0 6px}
    .tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(150px,1fr));gap:12px}
    .tile{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:14px 16px}
    .tile b{display:block;font-size:26px;line-height:1.2;font-variant-numeric:tabular-nums}
    .tile.good b{color:var(--p1)}.tile.bad b{color:var(--p2)}.tile.bad{border-color:var(--p2)}
    .tile.good,.tile.bad{font-weight:400}.tile em{display:block;font-style:normal;font-size:13px}
    .missed{margin:0 0 16px;padding-left:20px;font-size:13.5px}.missed a{color:inherit}
    .tile span{display:block}
    .tile small{color:var(--soft)}
    nav{position:sticky;top:0;background:var(--paper);border-bottom:1px solid var(--line);margin-top:24px;
    padding:8px 24px;text-align:center;z-index:1}
    nav a{display:inline-block;margin:2px 8px;color:var(--soft);text-decoration:none;font-size:13px}
    nav a:hover{color:var(--p1)}
    section{background:var(--card);border:1px solid var(--line);border-radius:14px;padding:22px 24px;
    margin:22px 0;scroll-margin-top:48px}
    section p{margin:4px 0;max-width:75ch}header .note{max-width:110ch}
    .published{border-left:3px solid var(--p4);padding-left:10px}
    .note,.seconds,figcaption{color:var(--soft);font-size:13px}
    .verdicts{margin:10px 0;padding-left:20px;font-size:13.5px}
    details{margin-top:8px}summary{color:var(--soft);font-size:13px;cursor:pointer}
    .failed{color:var(--p2)}
    figure{margin:18px 0}
    figure{overflow-x:auto}
    figure svg{width:100%;min-width:620px;height:auto;display:block}
    figcaption{position:sticky;left:0}
    .scroll{overflow-x:auto;margin-top:10px;scrollbar-width:thin;scrollbar-color:var(--soft) var(--line);
    background:linear-gradient(90deg,var(--card) 40%,transparent) left/60px 100% local,
    linear-gradient(270deg,var(--card) 40%,transparent) right/60px 100% local,
    linear-gradient(90deg,var(--shade),transparent) left/22px 100%,
    linear-gradient(270deg,var(--shade),transparent) right/22px 100%;background-repeat:no-repeat;
    background-color:var(--card);background-attachment:local,local,scroll,scroll}
    .scroll:focus-visible{outline:2px solid var(--p1)}
    table{border-collapse:collapse;font-size:12.5px;font-variant-numeric:tabular-nums;width:100%}
    th,td{padding:5px 8px;text-align:right;border-bottom:1px solid var(--line);white-space:nowrap}
    th{color:var(--soft);font-weight:500;white-space:normal;vertical-align:bottom;min-width:58px}
    th:first-child,td:first-child,.plain td{text-align:left}
    th:first-child,td:first-child{position:sticky;left:0;background:var(--card)}
    .good{color:var(--p1);font-weight:600}.bad{color:var(--p2);font-weight:600}
    .expected{width:auto;margin:8px 0}.expected td,.expected th{padding:4px 16px 4px 0}
    .published-table{width:auto;margin:8px 0}
    .published-table td,.published-table th{padding:4px 24px 4px 0;white-space:normal;max-width:18em}
    .narrow{width:auto}.narrow td,.narrow th{padding-right:32px}
    .paced td:nth-child(2){white-space:normal;min-width:190px}
    .expected td:nth-child(5),.expected th:nth-child(5){text-align:left;white-space:normal;min-width:260px;
    max-width:56ch;color:var(--soft)}
    figure svg{max-width:1000px}
    .plain{width:auto}.plain td:first-child{color:var(--soft);padding-right:24px}
    tr.luge td{background:color-mix(in srgb,var(--p1) 12%,transparent);font-weight:600}
    tr.luge td:first-child{background:color-mix(in srgb,var(--p1) 12%,var(--card))}
    @media (max-width:1380px){th,td{padding:5px 5px}table{font-size:12px}th{min-width:46px}
    th:first-child,td:first-child{white-space:normal;min-width:120px;max-width:200px}
    .plain td:first-child,.expected td:first-child,.published-table td:first-child,
    .narrow td:first-child{max-width:none}.paced td:nth-child(2){min-width:124px}}
    @media (min-width:641px){.published-table td:first-child{min-width:34ch}}
    @media (max-width:640px){header,main{padding:0 12px}section{padding:16px 14px}
    td:first-child{white-space:normal;min-width:120px;max-width:40vw}.plain td{white-space:normal;max-width:none}}
    @media print{nav{display:none}section{break-inside:avoid}}
    """
}
