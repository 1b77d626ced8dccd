"""Keys that their vendor made recognisable: a fixed prefix, then the random part.

The least lengths are below the documented ones and there are no greatest ones, so that neither a
shortened nor a lengthened key slips through, and no tail of one is left standing. Publishable keys
(Stripe's `pk_…`) are public by design and stay.
"""

from __future__ import annotations

import re

from forge_api.redaction.rule import RANDOM, START, TOKENS, Rule, begun, lone


def _key(kind: str, starts: str, random_part: str) -> Rule:
    """Make the rule of one vendor; `starts` lists its prefixes, separated by spaces."""
    prefixes = tuple(starts.split())
    either = "|".join(map(re.escape, prefixes))
    pattern = re.compile(f"(?a){START}(?:{either}){random_part}")
    words = tuple(prefix.lower() for prefix in prefixes)
    return Rule(kind, pattern, starts=words)


_UUID = "[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}"

RULES = (
    # Models.
    _key("anthropic-key", "sk-ant-", r"[\w-]{16,}+"),
    _key("openai-key", "sk-proj- sk-svcacct- sk-admin- sk-None-", r"[\w-]{16,}+"),
    _key("openrouter-key", "sk-or-", r"[\w-]{20,}+"),
    _key("langfuse-key", "sk-lf-", r"[\w-]{20,}+"),
    _key("openai-key", "sk-", r"(?=[A-Za-z]*+[0-9])[A-Za-z0-9]{20,}+"),
    _key("huggingface-token", "hf_ api_org_", r"[A-Za-z0-9]{24,}+"),
    _key("groq-key", "gsk_", r"[A-Za-z0-9]{32,}+"),
    _key("xai-key", "xai-", r"[A-Za-z0-9]{32,}+"),
    _key("perplexity-key", "pplx-", r"[A-Za-z0-9]{32,}+"),
    _key("replicate-token", "r8_", r"[A-Za-z0-9]{30,}+"),
    _key("elevenlabs-key", "sk_", r"[0-9a-f]{40,}+"),
    _key("tavily-key", "tvly-", r"[\w-]{20,}+"),
    _key("langsmith-key", "lsv2_pt_ lsv2_sk_", r"[0-9a-f]{24,}+(?:_[0-9a-f]++)?"),
    _key("pinecone-key", "pcsk_", r"\w{32,}+"),
    _key("google-key", "AIza", r"[\w-]{30,}+"),
    _key("nvidia-key", "nvapi-", r"[\w-]{40,}+"),
    _key("jina-key", "jina_", r"(?=[A-Za-z]*+[0-9])\w{40,}+"),
    _key("cerebras-key", "csk-", r"[a-z0-9]{40,}+"),
    _key("fireworks-key", "fw_", r"[A-Za-z0-9]{22,}+"),
    _key("firecrawl-key", "fc-", r"[0-9a-f]{32,}+"),
    _key("helicone-key", "sk-helicone-", r"[\w-]{20,}+"),
    _key("runpod-key", "rpa_", r"[A-Za-z0-9]{36,}+"),
    _key("e2b-key", "e2b_", r"[0-9a-f]{32,}+"),
    # This service.
    _key("forge-key", "sk_forge_", r"[\w-]{12,}+"),
    # Clouds.
    _key("aws-key-id", "AKIA ASIA ABIA ACCA", r"[A-Z0-9]{16,}+(?![a-z])"),
    _key("aws-bedrock-key", "ABSK bedrock-api-key-", r"[A-Za-z0-9+/]{60,}+=*+"),
    _key("google-oauth-secret", "GOCSPX-", r"[\w-]{20,}+"),
    _key("google-oauth-token", "ya29.", r"[\w-]{20,}+"),
    _key("google-refresh-token", "1//0", r"[\w-]{30,}+"),
    _key("azure-devops-token", "AZDO", r"[A-Za-z0-9]{20,}+"),
    _key("digitalocean-token", "dop_v1_ doo_v1_ dor_v1_", r"[0-9a-f]{40,}+"),
    _key("heroku-key", "HRKU-", r"[\w-]{30,}+"),
    _key("fly-token", "fo1_ fm1r_ fm2_ fm1a_", r"[\w+/=,-]{40,}+"),
    _key("alibaba-key-id", "LTAI", r"[A-Za-z0-9]{16,}+"),
    _key("tencent-secret-id", "AKID", r"[A-Za-z0-9]{28,}+"),
    _key("databricks-token", "dapi", r"[0-9a-f]{32,}+(?:-[0-9]++)?"),
    _key("cloudflare-key", "v1.0-", r"[0-9a-f]{20,}+-[0-9a-f]{40,}+"),
    _key("vault-token", "hvs. hvb. hvr.", r"[\w-]{20,}+"),
    Rule(
        "vault-token",
        re.compile(begun("s") + r"\.[A-Za-z0-9]{24}(?![A-Za-z0-9])"),
        gate="s.",
    ),
    _key("doppler-token", "dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.", r"[\w.-]{32,}+"),
    _key("pulumi-token", "pul-", r"[0-9a-f]{32,}+"),
    _key("planetscale-secret", "pscale_tkn_ pscale_pw_ pscale_oauth_", r"[\w.=-]{30,}+"),
    _key("supabase-key", "sbp_ sb_secret_", r"[\w-]{20,}+"),
    _key("vercel-token", "vcp_ vci_ vca_ vcr_ vck_", r"[A-Za-z0-9]{24,}+"),
    _key("netlify-token", "nfp_ nfc_ nfo_ nfb_ nfu_", r"[A-Za-z0-9]{32,}+"),
    _key("tailscale-key", "tskey-", r"[a-z]{2,10}+-[\w-]{20,}+"),
    _key("scaleway-key-id", "SCW", r"(?=[A-Z]*+[0-9])[A-Z0-9]{17}(?![A-Za-z0-9])"),
    _key("openshift-token", "sha256~", r"[\w-]{40,}+"),
    _key("yandex-key", "AQVN", r"[\w-]{34,}+"),
    _key("neon-key", "napi_", r"[a-z0-9]{40,}+"),
    _key("render-key", "rnd_", r"[A-Za-z0-9]{24,}+"),
    _key("mongodb-atlas-secret", "mdb_sa_sk_", r"[\w-]{30,}+"),
    _key("cloudflare-token", "cfut_ cfat_", r"[\w-]{36,}+"),
    _key("infracost-key", "ico-", r"[A-Za-z0-9]{32,}+"),
    _key("nebula-key", "dnkey-", r"[A-Z0-9]{20,}+"),
    _key("amazon-mws-token", "amzn.mws.", _UUID),
    # Code and packages.
    _key("github-token", "ghp_ gho_ ghu_ ghs_ ghr_", r"[A-Za-z0-9]{20,}+"),
    _key("github-token", "github_pat_", r"\w{20,}+"),
    _key(
        "gitlab-token",
        "glpat- gldt- glrt- glrtr- glcbt- glptt- glft- glimt- glagent- gloas- glsoat- glffct-",
        r"[\w.-]{16,}+",
    ),
    _key("gitlab-token", "GR1348941", r"[\w-]{20,}+"),
    _key("bitbucket-token", "ATBB ATCTT3", r"[A-Za-z0-9_=-]{24,}+"),
    _key("atlassian-token", "ATATT3 ATSTT3", r"[\w=-]{40,}+"),
    _key("npm-token", "npm_", r"[A-Za-z0-9]{30,}+"),
    _key("pypi-token", "pypi-", r"AgE[\w-]{40,}+"),
    _key("rubygems-key", "rubygems_", r"[0-9a-f]{40,}+"),
    _key("cargo-token", "cio", r"[A-Za-z0-9]{32}(?![A-Za-z0-9])"),
    _key("nuget-key", "oy2", r"[a-z0-9]{43}(?![a-z0-9])"),
    _key("docker-token", "dckr_pat_ dckr_oat_", r"[\w-]{20,}+"),
    _key("jfrog-token", "AKCp", r"[A-Za-z0-9]{60,}+"),
    _key("circleci-token", "CCIPAT_ CCIPRJ_", r"\w{30,}+"),
    _key("buildkite-token", "bkua_ bkaa_", r"[0-9a-f]{32,}+"),
    _key("postman-key", "PMAK-", r"[0-9a-f]{20,}+-[0-9a-f]{30,}+"),
    _key("sourcegraph-token", "sgp_", r"\w{40,}+"),
    _key("linear-key", "lin_api_ lin_oauth_", r"[A-Za-z0-9]{32,}+"),
    _key("figma-token", "figd_ figo_", r"[\w-]{32,}+"),
    _key("notion-token", "secret_ ntn_", r"[A-Za-z0-9]{40,}+"),
    _key("airtable-token", "pat", r"[A-Za-z0-9]{14}\.[0-9a-f]{60,}+"),
    _key("sentry-token", "sntrys_ sntryu_", r"[\w+/=-]{32,}+"),
    _key("grafana-token", "glsa_ glc_", r"[\w+/=-]{32,}+"),
    _key("newrelic-key", "NRAK- NRJS- NRII- NRAA- NRRA-", r"[A-Za-z0-9-]{19,}+"),
    _key("dynatrace-token", "dt0c01. dt0s01.", r"[A-Z0-9]{20,}+\.[A-Z0-9]{50,}+"),
    _key("posthog-key", "phx_", r"[A-Za-z0-9]{32,}+"),
    _key("hubspot-token", "pat-na1- pat-na2- pat-eu1- pat-ap1-", _UUID),
    _key("launchdarkly-key", "sdk- mob- api-", _UUID),
    _key("octopus-key", "API-", r"(?=[A-Z]*+[0-9])[A-Z0-9]{25,}+"),
    _key("sonar-token", "squ_ sqp_ sqa_", r"[0-9a-f]{40,}+"),
    _key("harness-token", "pat. sat.", r"[\w-]{22}\.[A-Za-z0-9]{24}\.[A-Za-z0-9]{20}"),
    _key("prefect-key", "pnu_ pnb_", r"[A-Za-z0-9]{32,}+"),
    _key("readme-key", "rdme_", r"[a-z0-9]{60,}+"),
    _key("clojars-token", "CLOJARS_", r"[a-z0-9]{50,}+"),
    _key("contentful-token", "CFPAT-", r"[\w-]{40,}+"),
    _key("adobe-secret", "p8e-", r"[A-Za-z0-9]{32,}+"),
    _key("dbt-token", "dbtu_ dbtc_", r"[\w-]{30,}+"),
    _key("honeycomb-key", "hcaik_ hcxik_ hcxmk_ hcamk_", r"[a-z0-9]{40,}+"),
    _key("n8n-key", "n8n_api_", r"\w{30,}+"),
    _key("typeform-token", "tfp_", r"[\w.=-]{44,}+"),
    _key("trello-token", "ATTA", r"[0-9a-f]{56,}+"),
    _key("frameio-token", "fio-u-", r"[\w=-]{60,}+"),
    _key("linear-webhook-secret", "lin_wh_", r"[A-Za-z0-9]{32,}+"),
    _key("browserbase-key", "bb_live_ bb_test_", r"[\w-]{24,}+"),
    Rule(
        "deepl-key",
        re.compile(f"(?<![0-9A-Za-z-]){_UUID}:fx(?![0-9A-Za-z])"),
        gate=":fx",
    ),
    # Messages and mail.
    _key(
        "slack-token",
        "xoxb- xoxp- xoxa- xoxr- xoxs- xoxo- xoxe- xoxe. xoxc- xoxd- xapp-",
        r"[\w.%-]{10,}+",
    ),
    _key(
        "slack-webhook",
        "https://hooks.slack.com/services/ https://hooks.slack.com/workflows/ "
        "https://hooks.slack.com/triggers/ hooks.slack.com/services/",
        r"[\w/-]{16,}+",
    ),
    _key(
        "discord-webhook",
        "https://discord.com/api/webhooks/ https://discordapp.com/api/webhooks/"
        " discord.com/api/webhooks/ discordapp.com/api/webhooks/",
        r"[0-9]{10,}+/[\w-]{30,}+",
    ),
    _key("sendgrid-key", "SG.", r"[\w-]{16,64}+\.[\w-]{16,}+"),
    _key("mailgun-key", "key-", r"[0-9a-f]{32,}+"),
    _key("brevo-key", "xkeysib- xsmtpsib-", r"[0-9a-f]{40,}+(?:-[A-Za-z0-9]++)?"),
    _key("resend-key", "re_", r"[A-Za-z0-9]{8}_[A-Za-z0-9]{20,}+"),
    Rule(
        "twilio-key",
        re.compile(lone("[AS]", "[A-Za-z0-9]") + "(?:(?<=S)K|(?<=A)C)[0-9a-f]{32}(?![0-9A-Za-z])"),
        gate=RANDOM,
    ),
    # Money and shops.
    _key(
        "stripe-key", "sk_live_ sk_test_ rk_live_ rk_test_ sk_prod_ rk_prod_", r"[A-Za-z0-9]{10,}+"
    ),
    _key("stripe-webhook-secret", "whsec_", r"[A-Za-z0-9+/=]{20,}+"),
    _key("square-token", "sq0atp- sq0csp- sq0idp- EAAAE EAAAl", r"[\w-]{22,}+"),
    _key("shopify-token", "shpat_ shpca_ shppa_ shpss_ shpua_", r"[0-9a-fA-F]{30,}+"),
    _key(
        "paypal-token",
        "access_token$production$ access_token$sandbox$",
        r"[0-9a-z]{10,}+\$[0-9a-f]{30,}+",
    ),
    _key(
        "plaid-token", "access-sandbox- access-development- access-production-", r"[0-9a-f-]{30,}+"
    ),
    _key("flutterwave-key", "FLWSECK- FLWSECK_TEST-", r"[\w-]{12,}+"),
    _key("shippo-token", "shippo_live_ shippo_test_", r"[0-9a-fA-F]{40,}+"),
    _key("easypost-key", "EZAK EZTK", r"[A-Za-z0-9]{54,}+"),
    _key("duffel-token", "duffel_live_ duffel_test_", r"[\w=-]{40,}+"),
    _key("klaviyo-key", "pk_", r"[0-9a-f]{34}(?![0-9A-Za-z])"),
    _key("intercom-token", "dG9rO", r"[A-Za-z0-9+/]{50,}+=*+"),
    _key("razorpay-key", "rzp_live_ rzp_test_", r"[A-Za-z0-9]{14,}+"),
    # As people spell them from memory: "-" for "_" and the other way round; words have no digit.
    _key(
        "api-key",
        "sk-live- sk-test- sk-prod- rk-live- rk-test- rk-prod- sk_ant_ sk_proj_ sk_svcacct_ sk_or_ "
        "sk-forge- ghp- gho- ghu- ghs- ghr- github-pat- github_pat- glpat_ gsk- hf- npm- pcsk- "
        "whsec- xoxb_ xoxp_ shpat- dop-v1- rzp-live- AIza-",
        r"(?=[A-Za-z_-]{0,24}+[0-9])[\w-]{10,}+",
    ),
    # What a password is kept as, and can be guessed from.
    Rule(
        "password-hash",
        re.compile(
            r"\$(?:1|2[abxy]|5|6|7|y|gy|apr1|argon2(?:id?|d)|scrypt|pbkdf2[\w-]{0,16})\$[\w./=,$+-]{20,}+"
        ),
        gate="$",
    ),
    # Others.
    _key("facebook-token", "EAA", r"[A-Za-z0-9]{80,}+"),
    Rule(
        "facebook-token",
        re.compile(lone("[0-9]", r"[\w|]") + r"[0-9]{12,16}\|[\w-]{27}(?![\w-])", re.ASCII),
        gate="|",
    ),
    Rule(
        "twitter-token",
        re.compile(
            lone("[0-9]", r"[\w-]") + r"[0-9]{6,19}-(?=[A-Za-z]*+[0-9])[A-Za-z0-9]{40}(?![\w-])",
            re.ASCII,
        ),
        gate=RANDOM,
    ),
    Rule(
        "firebase-key",
        re.compile(begun("AAAA") + r"[\w-]{7}:APA91b[\w-]{100,}+", re.ASCII),
        gate=":APA91b",
    ),
    _key("salesforce-token", "00D", r"[A-Za-z0-9]{12,15}![\w.]{60,}+"),
    _key("twitch-token", "oauth:", r"[a-z0-9]{30}(?![A-Za-z0-9])"),
    _key("elastic-key", "essu_", r"[\w=]{40,}+"),
    _key("adyen-key", "AQE", r"[\w/+.=-]{60,}+"),
    _key("grafana-token", "eyJrIjoi", r"[\w=]{40,}+"),
    _key("pagerduty-token", "pdus+_", r"[\w-]{20,}+"),
    Rule(
        "asana-token",
        re.compile(
            lone("[0-9]", r"[\w/]") + r"/[0-9]{13,20}(?:/[0-9]{13,20})?:[0-9a-f]{32}(?!\w)",
            re.ASCII,
        ),
        gate=RANDOM,
    ),
    Rule(
        "jenkins-token",
        re.compile("1(?<![A-Za-z0-9]1)1[0-9a-f]{32}(?![A-Za-z0-9])"),
        gate=RANDOM,
    ),
    Rule("ifttt-key", re.compile(r"/with/key/(?P<secret>[\w-]{20,}+)"), gate="/with/key/"),
    Rule(
        "twitter-token",
        re.compile(r"A(?<![A-Za-z0-9]A)A{20}[\w%]{30,}+", re.ASCII),
        gate="AAAAAAAAAAAAAAAAAAAAA",
    ),
    _key("dropbox-token", "sl.", r"[\w-]{60,}+"),
    _key("onepassword-token", "ops_eyJ", r"[\w-]{60,}+"),
    _key("age-key", "AGE-SECRET-KEY-1", r"[0-9A-Z]{40,}+"),
    _key("telegram-token", "bot", r"[0-9]{8,10}:[\w-]{30,}+"),
    Rule(
        "telegram-token",
        re.compile(lone("[0-9]", "[0-9]") + r"[0-9]{7,9}:AA[\w-]{32,}+", re.ASCII),
        gate=":AA",
    ),
    Rule(
        "discord-token",
        re.compile(lone("[MNO]", r"[\w-]") + r"[\w-]{22,27}\.[\w-]{6}\.[\w-]{27,}+", re.ASCII),
        gate=TOKENS,
    ),
    Rule(
        "mailchimp-key",
        re.compile(lone("[0-9a-f]", "[0-9a-z]") + "[0-9a-f]{31}-us[0-9]{1,2}"),
        gate="-us",
    ),
    Rule(
        "terraform-token",
        re.compile(begun("[A-Za-z0-9]") + r"[A-Za-z0-9]{13}\.atlasv1\.[\w-]{40,}+"),
        gate=".atlasv1.",
    ),
    Rule(
        "teams-webhook",
        re.compile(r"https://(?<!\whttps://)[\w-]{1,60}\.webhook\.office\.com/[\w@/-]{20,}+"),
        gate=".webhook.office.com/",
    ),
    Rule(
        "azure-secret",
        re.compile(lone(r"[\w~.-]", r"[\w~.-]") + r"[\w~.-]{2}[0-9]Q~[\w~.-]{30,}+", re.ASCII),
        gate="Q~",
    ),
    Rule(
        "azure-storage-key",
        re.compile(lone("[A-Za-z0-9+/]", "[A-Za-z0-9+/=]") + "[A-Za-z0-9+/]{85}==(?!=)"),
        gate="==",
        holds=lambda match: not _is_digest(match),
    ),
    Rule(
        "aws-secret-key",
        # Nothing in it is recognisable: only beside a word that says so.
        re.compile(
            lone("[A-Za-z0-9+/]", "[A-Za-z0-9+/=_-]") + "[A-Za-z0-9+/]{39}(?![A-Za-z0-9+/=_-])"
        ),
        gate=re.compile("[Aa](?:[Ww][Ss]|[KkSs][Ii][Aa])"),
        holds=lambda match: _is_mixed(match[0]),
    ),
)


def _is_mixed(text: str) -> bool:
    """Tell a random base64 text from a hash, a word or a path."""
    return (
        any(character.isdigit() for character in text)
        and any(character.islower() for character in text)
        and any(character.isupper() for character in text)
    )


def _is_digest(match: re.Match[str]) -> bool:
    """Tell a checksum after its name, as lock files write it."""
    before = match.string[max(0, match.start() - 16) : match.start()]
    return re.search(r"(?i)sha-?512\W{0,4}\Z", before) is not None
