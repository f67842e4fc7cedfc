"""WeasyPrint alone on a finished HTML file, with the house's options: python bench/weasy.py IN.html OUT.pdf"""

import sys

from weasyprint import HTML

HTML(filename=sys.argv[1]).write_pdf(sys.argv[2], pdf_variant="pdf/ua-1")
